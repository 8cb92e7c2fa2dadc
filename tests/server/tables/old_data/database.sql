BEGIN TRANSACTION;
CREATE TABLE acts (
	table_id TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	person TEXT, 
	"key" TEXT, 
	CONSTRAINT acts_pk PRIMARY KEY (table_id, number), 
	CONSTRAINT acts_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT acts_table_id_key_once UNIQUE (table_id, "key")
)
 WITHOUT ROWID

;
INSERT INTO "acts" VALUES('-g13o1kvjLk7',1,1795028607059,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0055');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',2,1795028607063,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0056');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',3,1795028607068,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0057');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',4,1795028607079,'step',1,'flip',NULL,'bot:3:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',5,1795028607080,'step',1,'flip',NULL,'bot:4:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',6,1795028607081,'step',1,'rob A1',NULL,'bot:5:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',7,1795028607126,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0058');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',8,1795028607131,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0059');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',9,1795028607137,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0060');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',10,1795028607142,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0061');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',11,1795028607143,'step',1,'flip',NULL,'bot:10:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',12,1795028607146,'step',1,'flip',NULL,'bot:11:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',13,1795028607147,'step',1,'flip',NULL,'bot:12:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',14,1795028607149,'step',1,'rob A2',NULL,'bot:13:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',15,1795028607201,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0062');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',16,1795028607206,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0063');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',17,1795028607212,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0064');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',18,1795028607217,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0065');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',19,1795028607218,'step',1,'flip',NULL,'bot:18:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',20,1795028607221,'step',1,'flip',NULL,'bot:19:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',21,1795028607222,'step',1,'flip',NULL,'bot:20:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',22,1795028607275,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0066');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',23,1795028607280,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0067');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',24,1795028607286,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0068');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',25,1795028607291,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0069');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',26,1795028607292,'step',1,'flip',NULL,'bot:25:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',27,1795028607295,'step',1,'flip',NULL,'bot:26:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',28,1795028607296,'step',1,'rob A3',NULL,'bot:27:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',29,1795028607349,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0070');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',30,1795028607355,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0071');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',31,1795028607360,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0072');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',32,1795028607366,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0073');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',33,1795028607367,'step',1,'flip',NULL,'bot:32:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',34,1795028607369,'step',1,'flip',NULL,'bot:33:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',35,1795028607371,'step',1,'flip',NULL,'bot:34:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',36,1795028607372,'step',1,'flip',NULL,'bot:35:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',37,1795028607373,'step',1,'stop',NULL,'bot:36:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',38,1795028607423,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0074');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',39,1795028607429,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0075');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',40,1795028607435,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0076');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',41,1795028607440,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0077');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',42,1795028607442,'step',1,'flip',NULL,'bot:41:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',43,1795028607445,'step',1,'flip',NULL,'bot:42:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',44,1795028607446,'step',1,'flip',NULL,'bot:43:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',45,1795028607447,'step',1,'rob A2',NULL,'bot:44:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',46,1795028607499,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0078');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',47,1795028607504,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0079');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',48,1795028607509,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0080');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',49,1795028607515,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0081');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',50,1795028607517,'step',1,'flip',NULL,'bot:49:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',51,1795028607519,'step',1,'flip',NULL,'bot:50:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',52,1795028607521,'step',1,'flip',NULL,'bot:51:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',53,1795028607522,'step',1,'stop',NULL,'bot:52:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',54,1795028607575,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0082');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',55,1795028607580,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0083');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',56,1795028607586,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0084');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',57,1795028607592,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0085');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',58,1795028607595,'step',1,'flip',NULL,'bot:57:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',59,1795028607597,'step',1,'rob A2',NULL,'bot:58:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',60,1795028607650,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0086');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',61,1795028607656,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0087');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',62,1795028607662,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0088');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',63,1795028607667,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0089');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',64,1795028607670,'step',1,'flip',NULL,'bot:63:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',65,1795028607672,'step',1,'rob A2',NULL,'bot:64:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',66,1795028607726,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0090');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',67,1795028607731,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0091');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',68,1795028607738,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0092');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',69,1795028607743,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0093');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',70,1795028607745,'step',1,'flip',NULL,'bot:69:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',71,1795028607748,'step',1,'flip',NULL,'bot:70:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',72,1795028607802,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0094');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',73,1795028607807,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0095');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',74,1795028607813,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0096');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',75,1795028607819,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0097');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',76,1795028607821,'step',1,'flip',NULL,'bot:75:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',77,1795028607823,'step',1,'flip',NULL,'bot:76:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',78,1795028607825,'step',1,'flip',NULL,'bot:77:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',79,1795028607826,'step',1,'stop',NULL,'bot:78:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',80,1795028607878,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0098');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',81,1795028607884,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0099');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',82,1795028607889,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0100');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',83,1795028607895,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0101');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',84,1795028607897,'step',1,'flip',NULL,'bot:83:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',85,1795028607900,'step',1,'stop',NULL,'bot:84:1');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',86,1795028607953,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0102');
INSERT INTO "acts" VALUES('-g13o1kvjLk7',87,1795028607959,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0103');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',1,1795028601851,'sit',1,'Bertík','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0035');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',2,1795028601855,'sit',2,'Čára','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0001');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',3,1795028601868,'step',0,'a1<>a2','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0034');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',4,1795028601872,'step',1,'agree','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0036');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',5,1795028601876,'step',2,'agree','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0002');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',6,1795028601938,'step',1,'content','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0037');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',7,1795028601953,'step',2,'content','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0003');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',8,1795028601972,'step',0,'content','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0035');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',9,1795028601980,'step',0,'e1','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0036');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',10,1795028601986,'step',1,'d8','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0038');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',11,1795028601994,'step',2,'e2','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0004');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',12,1795028602001,'step',0,'d7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0037');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',13,1795028602008,'step',1,'e3','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0039');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',14,1795028602015,'step',2,'d6','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0005');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',15,1795028602021,'step',0,'e4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0038');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',16,1795028602027,'step',1,'d5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0040');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',17,1795028602034,'step',2,'e5','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0006');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',18,1795028602039,'ask',2,'','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0007');
INSERT INTO "acts" VALUES('1-O5WqQT3rjJ',19,1795028602041,'agree',0,'','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0039');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',1,1795028601506,'sit',1,'Bert','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0001');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',2,1795028601513,'step',0,'f8','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0001');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',3,1795028601519,'step',1,'b6','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0002');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',4,1795028601524,'step',0,'c3','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0002');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',5,1795028601530,'step',1,'b5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0003');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',6,1795028601535,'step',0,'c2','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0003');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',7,1795028601540,'ask',0,'','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0004');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',8,1795028601542,'refuse',1,'','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0004');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',9,1795028601545,'ask',0,'','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0005');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',10,1795028601547,'agree',1,'','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0005');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',11,1795028601548,'undo',0,'',NULL,NULL);
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',12,1795028601553,'step',0,'e7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0006');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',13,1795028601558,'step',1,'c2','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0006');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',14,1795028601563,'step',0,'a5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0007');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',15,1795028601568,'step',1,'a4','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0007');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',16,1795028601574,'step',0,'c3-f5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0008');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',17,1795028601579,'step',1,'b5-b1','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0008');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',18,1795028601584,'step',0,'f5-f4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0009');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',19,1795028601589,'step',1,'b1-d2','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0009');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',20,1795028601595,'step',0,'e7-e6','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0010');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',21,1795028601600,'step',1,'d2-f1','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0010');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',22,1795028601605,'step',0,'e6-e1','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0011');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',23,1795028601610,'step',1,'a4-b4','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0011');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',24,1795028601616,'step',0,'a5-a7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0012');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',25,1795028601622,'step',1,'c2-a3','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0012');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',26,1795028601627,'step',0,'f4-e3','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0013');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',27,1795028601632,'step',1,'b6-c6','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0013');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',28,1795028601637,'step',0,'e3-e5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0014');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',29,1795028601643,'step',1,'b4-b3','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0014');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',30,1795028601648,'step',0,'e5-f6','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0015');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',31,1795028601653,'step',1,'f1-f3','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0015');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',32,1795028601658,'step',0,'e1-e2','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0016');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',33,1795028601663,'step',1,'a3-a1','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0016');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',34,1795028601668,'step',0,'f6-h5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0017');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',35,1795028601673,'step',1,'c6-d6','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0017');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',36,1795028601678,'step',0,'h5-h4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0018');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',37,1795028601685,'step',1,'d6-d5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0018');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',38,1795028601690,'step',0,'f8-h7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0019');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',39,1795028601695,'step',1,'f3-h2','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0019');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',40,1795028601700,'step',0,'e2-d3','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0020');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',41,1795028601705,'step',1,'a1-b2','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0020');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',42,1795028601710,'step',0,'a7-b8','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0021');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',43,1795028601715,'step',1,'h2-g2','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0021');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',44,1795028601720,'step',0,'h7-h6','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0022');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',45,1795028601725,'step',1,'g2-g5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0022');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',46,1795028601730,'step',0,'d3-d4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0023');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',47,1795028601735,'step',1,'d5-c5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0023');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',48,1795028601740,'step',0,'b8-c7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0024');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',49,1795028601745,'step',1,'b3-a2','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0024');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',50,1795028601750,'step',0,'h6-g6','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0025');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',51,1795028601756,'step',1,'g5-g4','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0025');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',52,1795028601761,'step',0,'c7-d8','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0026');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',53,1795028601767,'step',1,'g4-g3','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0026');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',54,1795028601772,'step',0,'h4-h3','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0027');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',55,1795028601778,'step',1,'c5-c4','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0027');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',56,1795028601783,'step',0,'d4-e4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0028');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',57,1795028601788,'step',1,'b2-c1','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0028');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',58,1795028601794,'settle',0,'','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0029');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',59,1795028601797,'settle',1,'','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0029');
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',60,1795028601798,'finish',NULL,'',NULL,NULL);
INSERT INTO "acts" VALUES('3Ln7Et31WVJg',61,1795028601801,'rematch',1,'EeYVJkbaz7c6','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0030');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',1,1795028608581,'sit',1,'Bertík','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0049');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',2,1795028608584,'sit',2,'Čára','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0059');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',3,1795028608589,'step',0,'A:redtail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0151');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',4,1795028608594,'step',1,'B:hatchet','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0050');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',5,1795028608599,'step',2,'C:tetra','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0060');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',6,1795028608605,'step',0,'A:d4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0152');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',7,1795028608610,'step',1,'B:d4*','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0051');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',8,1795028608615,'step',2,'C:d4*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0061');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',9,1795028608620,'step',0,'A:tricolor','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0153');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',10,1795028608625,'step',1,'B:loach','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0052');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',11,1795028608631,'step',2,'C:tricolor','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0062');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',12,1795028608641,'step',1,'B:a1','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0053');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',13,1795028608646,'step',1,'B:g7*','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0054');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',14,1795028608651,'step',0,'A:c1','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0154');
INSERT INTO "acts" VALUES('47CFgLwWp-7X',15,1795028608655,'ask',0,'','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0155');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',1,1795028602050,'sit',1,'Bertík','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0041');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',2,1795028602055,'step',0,'d5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0040');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',3,1795028602060,'step',1,'b6','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0042');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',4,1795028602066,'step',0,'e4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0041');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',5,1795028602071,'step',1,'c7','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0043');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',6,1795028602076,'step',0,'b7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0042');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',7,1795028602081,'step',1,'c6','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0044');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',8,1795028602086,'step',0,'a3','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0043');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',9,1795028602091,'step',1,'h4','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0045');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',10,1795028602097,'step',0,'a3-a1','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0044');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',11,1795028602101,'bot',1,'greedy','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0046');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',12,1795028602188,'step',1,'c6-c2',NULL,'bot:10:1');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',13,1795028602216,'step',0,'d5-d6','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0045');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',14,1795028602219,'step',1,'h4-g4',NULL,'bot:13:1');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',15,1795028602225,'step',0,'e4-d4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0046');
INSERT INTO "acts" VALUES('DUXlN7CnENvf',16,1795028602228,'step',1,'c7-e8',NULL,'bot:15:1');
INSERT INTO "acts" VALUES('EeYVJkbaz7c6',1,1795028601810,'step',0,'h5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0031');
INSERT INTO "acts" VALUES('EeYVJkbaz7c6',2,1795028601815,'step',1,'c5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0031');
INSERT INTO "acts" VALUES('EeYVJkbaz7c6',3,1795028601821,'step',0,'d8','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0032');
INSERT INTO "acts" VALUES('EeYVJkbaz7c6',4,1795028601826,'step',1,'a7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0032');
INSERT INTO "acts" VALUES('EeYVJkbaz7c6',5,1795028601831,'step',0,'e5','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0033');
INSERT INTO "acts" VALUES('EeYVJkbaz7c6',6,1795028601836,'step',1,'b5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0033');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',1,1795028608108,'step',0,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0018');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',2,1795028608113,'step',0,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0019');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',3,1795028608118,'step',0,'stop','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0020');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',4,1795028608123,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0021');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',5,1795028608127,'step',1,'stop','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0022');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',6,1795028608129,'step',2,'flip',NULL,'bot:5:2');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',7,1795028608131,'step',2,'stop',NULL,'bot:6:2');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',8,1795028608186,'step',0,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0023');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',9,1795028608191,'step',0,'stop','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0024');
INSERT INTO "acts" VALUES('NPDS3Ax5pQpL',10,1795028608196,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0025');
INSERT INTO "acts" VALUES('NcmhQAvzql4T',1,1795028608713,'step',1,'h2-h4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0156');
INSERT INTO "acts" VALUES('NcmhQAvzql4T',2,1795028608719,'step',0,'a3-a7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0157');
INSERT INTO "acts" VALUES('NcmhQAvzql4T',3,1795028608725,'step',1,'c6-d6','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0158');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',1,1795028608204,'sit',1,'Čára','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0026');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',2,1795028608210,'step',0,'A:redtail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0119');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',3,1795028608215,'step',1,'B:swordtail','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0027');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',4,1795028608220,'step',0,'A:d4*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0120');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',5,1795028608225,'step',1,'B:d4','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0028');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',6,1795028608229,'step',0,'A:snail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0121');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',7,1795028608234,'step',1,'B:pleco','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0029');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',8,1795028608241,'step',0,'A:e5*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0122');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',9,1795028608247,'step',1,'B:d1','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0030');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',10,1795028608252,'step',0,'A:discus','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0123');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',11,1795028608257,'step',1,'B:hatchet','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0031');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',12,1795028608263,'step',0,'A:d3*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0124');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',13,1795028608269,'step',1,'B:d3*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0032');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',14,1795028608274,'step',0,'A:pleco','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0125');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',15,1795028608279,'step',1,'B:redtail','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0033');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',16,1795028608285,'step',0,'A:c5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0126');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',17,1795028608291,'step',1,'B:b3/d1*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0034');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',18,1795028608296,'step',0,'A:shrimp','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0127');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',19,1795028608301,'step',1,'B:angelfish','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0035');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',20,1795028608307,'step',0,'A:c4','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0128');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',21,1795028608313,'step',1,'B:b1/d4*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0036');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',22,1795028608318,'step',0,'A:hatchet','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0129');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',23,1795028608323,'step',1,'B:hatchet','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0037');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',24,1795028608329,'step',0,'A:c2/c5*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0130');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',25,1795028608335,'step',1,'B:a4*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0038');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',26,1795028608340,'step',0,'A:angelfish','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0131');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',27,1795028608345,'step',1,'B:pleco','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0039');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',28,1795028608350,'step',0,'A:f2','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0132');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',29,1795028608356,'step',1,'B:a3*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0040');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',30,1795028608361,'step',0,'A:swordtail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0133');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',31,1795028608366,'step',1,'B:barb','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0041');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',32,1795028608372,'step',0,'A:f4/f2*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0134');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',33,1795028608377,'step',1,'B:c4/b3*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0042');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',34,1795028608383,'step',0,'A:snail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0135');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',35,1795028608388,'step',1,'B:hatchet','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0043');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',36,1795028608394,'step',0,'A:e3/c4*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0136');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',37,1795028608400,'step',1,'B:c1/c4*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0044');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',38,1795028608405,'step',0,'A:loach','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0137');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',39,1795028608411,'step',1,'B:discus','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0045');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',40,1795028608417,'step',0,'A:f5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0138');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',41,1795028608423,'step',1,'B:c3/b1*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0046');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',42,1795028608429,'step',0,'A:angelfish','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0139');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',43,1795028608434,'step',1,'B:pleco','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0047');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',44,1795028608442,'step',0,'A:d2/f5*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0140');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',45,1795028608448,'step',1,'B:a1','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0048');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',46,1795028608454,'step',0,'A:discus','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0141');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',47,1795028608459,'step',1,'B:pleco','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0049');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',48,1795028608466,'step',0,'A:f3','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0142');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',49,1795028608472,'step',1,'B:c2/c1*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0050');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',50,1795028608477,'step',0,'A:swordtail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0143');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',51,1795028608483,'step',1,'B:discus','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0051');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',52,1795028608489,'step',0,'A:d5/c2*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0144');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',53,1795028608496,'step',1,'B:b4/a1*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0052');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',54,1795028608501,'step',0,'A:shrimp','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0145');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',55,1795028608507,'step',1,'B:loach','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0053');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',56,1795028608514,'step',0,'A:e2/f3*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0146');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',57,1795028608520,'step',1,'B:b2','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0054');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',58,1795028608526,'step',0,'A:barb','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0147');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',59,1795028608532,'step',1,'B:hatchet','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0055');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',60,1795028608538,'step',0,'A:e4/d5*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0148');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',61,1795028608544,'step',1,'B:d2/b4*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0056');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',62,1795028608550,'step',0,'A:swordtail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0149');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',63,1795028608555,'step',1,'B:barb','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0057');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',64,1795028608561,'step',0,'A:c3/e3*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0150');
INSERT INTO "acts" VALUES('Qfa7L1EIAluj',65,1795028608568,'step',1,'B:a2/d2*','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0058');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',1,1795028607969,'sit',1,'Čára','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0008');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',2,1795028607974,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0104');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',3,1795028607980,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0105');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',4,1795028607985,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0106');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',5,1795028607990,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0107');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',6,1795028607995,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0108');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',7,1795028608000,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0009');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',8,1795028608005,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0010');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',9,1795028608011,'step',1,'rob A2','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0011');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',10,1795028608017,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0109');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',11,1795028608022,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0110');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',12,1795028608027,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0012');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',13,1795028608032,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0013');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',14,1795028608037,'step',1,'stop','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0014');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',15,1795028608042,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0111');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',16,1795028608047,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0112');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',17,1795028608051,'odds',0,'','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0113');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',18,1795028608053,'odds',1,'','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0015');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',19,1795028608058,'step',1,'flip','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0016');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',20,1795028608063,'step',1,'stop','c086bZG1B14eEtj1QSCK2w','c086bZG1:xxra0017');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',21,1795028608068,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0114');
INSERT INTO "acts" VALUES('SlwWEr8u_-nx',22,1795028608073,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0115');
INSERT INTO "acts" VALUES('V0EgDJ2pqrWk',1,1795028602287,'sit',1,'Dan','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0001');
INSERT INTO "acts" VALUES('V0EgDJ2pqrWk',2,1795028603289,'flag',0,'','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "acts" VALUES('cw1mukc2vL9H',1,1795028602293,'sit',1,'Bertík','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0047');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',2,1795028602295,'sit',2,'Dan','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0002');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',3,1795028602301,'step',0,'d7','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0047');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',4,1795028604302,'flag',1,'','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "acts" VALUES('cw1mukc2vL9H',5,1795028604304,'step',1,'h6',NULL,'bot:3:1');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',6,1795028604328,'step',2,'e4','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0003');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',7,1795028604334,'step',0,'b5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0048');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',8,1795028604335,'step',1,'e2',NULL,'bot:7:1');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',9,1795028604340,'step',2,'c6','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0004');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',10,1795028604345,'step',0,'d5','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0049');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',11,1795028604347,'step',1,'f5',NULL,'bot:10:1');
INSERT INTO "acts" VALUES('cw1mukc2vL9H',12,1795028604352,'step',2,'h7','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0005');
INSERT INTO "acts" VALUES('g42SuzGy8lRt',1,1795028608080,'sit',1,'Dan','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0006');
INSERT INTO "acts" VALUES('g42SuzGy8lRt',2,1795028608085,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0116');
INSERT INTO "acts" VALUES('g42SuzGy8lRt',3,1795028608090,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0117');
INSERT INTO "acts" VALUES('g42SuzGy8lRt',4,1795028608095,'step',0,'stop','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0118');
INSERT INTO "acts" VALUES('g42SuzGy8lRt',5,1795028608098,'odds',1,'','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0007');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',1,1795028608732,'step',1,'flip',NULL,'bot:0:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',2,1795028608734,'step',1,'flip',NULL,'bot:1:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',3,1795028608735,'step',1,'flip',NULL,'bot:2:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',4,1795028608736,'step',1,'stop',NULL,'bot:3:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',5,1795028608788,'step',0,'flip','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0159');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',6,1795028608793,'step',0,'leave','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0160');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',7,1795028608794,'step',1,'flip',NULL,'bot:6:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',8,1795028608797,'step',1,'flip',NULL,'bot:7:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',9,1795028608798,'step',1,'flip',NULL,'bot:8:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',10,1795028608799,'step',1,'flip',NULL,'bot:9:1');
INSERT INTO "acts" VALUES('hBy2MK0doCTM',11,1795028608800,'step',1,'stop',NULL,'bot:10:1');
INSERT INTO "acts" VALUES('sZg0aSPGxJdV',1,1795028608663,'sit',2,'Dan','Tmqr7ca2I0lHBzssqn0XCQ','Tmqr7ca2:dan_0008');
INSERT INTO "acts" VALUES('tkPVzPl8pGxX',1,1795028601841,'settle',1,'','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0034');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',1,1795028604365,'sit',1,'Bertík','BXdyuE5uuh719h9240f63g','BXdyuE5u:bert0048');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',2,1795028604370,'step',0,'A:pleco','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0050');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',3,1795028606367,'flag',1,'','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "acts" VALUES('uARQFQbuDYG0',4,1795028606778,'step',1,'B:discus',NULL,'bot:0:1');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',5,1795028606786,'step',1,'B:d4',NULL,'bot:4:1');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',6,1795028606819,'step',0,'A:d4*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0051');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',7,1795028606822,'step',1,'B:angelfish',NULL,'bot:6:1');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',8,1795028606877,'step',0,'A:angelfish','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0052');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',9,1795028606881,'step',1,'B:f5',NULL,'bot:8:1');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',10,1795028606936,'step',0,'A:c2*','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0053');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',11,1795028606938,'step',1,'B:hatchet',NULL,'bot:10:1');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',12,1795028606995,'step',0,'A:swordtail','x-zwM-LG_cZFZzppfYzdTQ','x-zwM-LG:anna0054');
INSERT INTO "acts" VALUES('uARQFQbuDYG0',13,1795028606999,'step',1,'B:e3',NULL,'bot:12:1');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE pads (
	id TEXT NOT NULL, 
	person TEXT NOT NULL, 
	game TEXT NOT NULL, 
	sheet BLOB NOT NULL, 
	version BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	CONSTRAINT pads_pk PRIMARY KEY (id)
);
INSERT INTO "pads" VALUES('a6ky0zhKLptu','x-zwM-LG_cZFZzppfYzdTQ','penguins',X'7B226E6F77223A7B2270696C6573223A5B7B226E616D65223A22416E6E61222C226F6E6573223A302C2274776F73223A302C22746872656573223A317D2C7B226E616D65223A22222C226F6E6573223A31322C2274776F73223A302C22746872656573223A307D2C7B226E616D65223A22222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D5D7D2C2270617374223A5B7B2270696C6573223A5B7B226E616D65223A22222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D2C7B226E616D65223A22222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D5D7D2C7B2270696C6573223A5B7B226E616D65223A22416E6E61222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D2C7B226E616D65223A22222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D5D7D2C7B2270696C6573223A5B7B226E616D65223A22416E6E61222C226F6E6573223A302C2274776F73223A302C22746872656573223A317D2C7B226E616D65223A22222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D5D7D2C7B2270696C6573223A5B7B226E616D65223A22416E6E61222C226F6E6573223A302C2274776F73223A302C22746872656573223A327D2C7B226E616D65223A22222C226F6E6573223A302C2274776F73223A302C22746872656573223A307D5D7D2C7B2270696C6573223A5B7B226E616D65223A22416E6E61222C226F6E6573223A302C2274776F73223A302C22746872656573223A327D2C7B226E616D65223A22222C226F6E6573223A31322C2274776F73223A302C22746872656573223A307D5D7D2C7B2270696C6573223A5B7B226E616D65223A22416E6E61222C226F6E6573223A302C2274776F73223A302C22746872656573223A317D2C7B226E616D65223A22222C226F6E6573223A31322C2274776F73223A302C22746872656573223A307D5D7D5D7D',7,1795028608905);
INSERT INTO "pads" VALUES('WJ47nfwhcN7l','x-zwM-LG_cZFZzppfYzdTQ','smallfry',X'7B226E6F77223A7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B375D2C226361746368223A22222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B31375D2C226361746368223A22626F786669736832222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A36302C226F70656E223A312C226D656E64696E67223A6E756C6C7D2C2270617374223A5B7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A302C226D656E64696E67223A6E756C6C7D2C7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A302C226D656E64696E67223A6E756C6C7D2C7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A2265656C33222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A302C226D656E64696E67223A6E756C6C7D2C7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A2265656C332072617934222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A302C226D656E64696E67223A6E756C6C7D2C7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A2265656C332072617934222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A31377D5D2C22746172676574223A37372C226F70656E223A312C226D656E64696E67223A6E756C6C7D2C7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B375D2C226361746368223A22222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B31375D2C226361746368223A22222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A302C226D656E64696E67223A6E756C6C7D2C7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B375D2C226361746368223A22222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A2242657274222C226C696E65223A5B31375D2C226361746368223A22626F786669736832222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A312C226D656E64696E67223A6E756C6C7D5D7D',8,1795028608969);
INSERT INTO "pads" VALUES('4jlKeVcSBBW_','x-zwM-LG_cZFZzppfYzdTQ','fishtank',X'7B226E6F77223A7B2274616E6B73223A5B7B226E616D65223A22222C226661636573223A5B22736872696D70222C22222C22222C22222C22222C22222C22222C22222C2268617463686574222C22222C22222C22222C22706C65636F222C22222C22222C22225D7D2C7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D2C7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D5D2C226F70656E223A322C2263656C6C223A31307D2C2270617374223A5B7B2274616E6B73223A5B7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D2C7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D5D2C226F70656E223A302C2263656C6C223A307D2C7B2274616E6B73223A5B7B226E616D65223A22222C226661636573223A5B22736872696D70222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D2C7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D5D2C226F70656E223A302C2263656C6C223A387D2C7B2274616E6B73223A5B7B226E616D65223A22222C226661636573223A5B22736872696D70222C22222C22222C22222C22222C22222C22222C22222C2268617463686574222C22222C22222C22222C22222C22222C22222C22225D7D2C7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D5D2C226F70656E223A302C2263656C6C223A31327D2C7B2274616E6B73223A5B7B226E616D65223A22222C226661636573223A5B22736872696D70222C22222C22222C22222C22222C22222C22222C22222C2268617463686574222C22222C22222C22222C22706C65636F222C22222C22222C22225D7D2C7B226E616D65223A22222C226661636573223A5B22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22222C22225D7D5D2C226F70656E223A302C2263656C6C223A337D5D7D',13,1795028609058);
INSERT INTO "pads" VALUES('xkxXv9qFjSJJ','BXdyuE5uuh719h9240f63g','smallfry',X'7B226E6F77223A7B22706C6179657273223A5B7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D2C7B226E616D65223A22222C226C696E65223A5B5D2C226361746368223A22222C22636F756E746564223A6E756C6C7D5D2C22746172676574223A37372C226F70656E223A302C226D656E64696E67223A6E756C6C7D2C2270617374223A5B5D7D',3,1795028609118);
CREATE TABLE passes (
	id TEXT NOT NULL, 
	person TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT passes_pk PRIMARY KEY (id), 
	CONSTRAINT passes_digest_once UNIQUE (digest)
);
INSERT INTO "passes" VALUES('kZs-ks5KrJKC','x-zwM-LG_cZFZzppfYzdTQ','token','test','ccfa5d9d9da53c850b68fba03b014a17dd67d7dbb2982cf4601ece5331f82e4c',1795028601390);
INSERT INTO "passes" VALUES('AEd8bRhLXdyf','BXdyuE5uuh719h9240f63g','token','test','9ab2bbe46450aa309ccfe578ebd881fc75aa556edebf40506b59edb263f88fe7',1795028601415);
INSERT INTO "passes" VALUES('cRuCQOUBWgev','c086bZG1B14eEtj1QSCK2w','token','test','2569282db3c06c7ba1e739a2b142b1cd2eabaa8e1e1836a01ddec783bb0a4974',1795028601433);
INSERT INTO "passes" VALUES('AMN_FmYMng07','Tmqr7ca2I0lHBzssqn0XCQ','token','test','fbbefbdd8763394be38322c21d072539658147749b046803630e05afe8b9b2c8',1795028601452);
INSERT INTO "passes" VALUES('MBKFV0NH-T8j','VLyHh9UJ0EwOajhkexErlg','token','test','17a46eed9839e4a1e3d653bae53a745e509b7f2815c6930d25e96ffbc8cafdeb',1795028601470);
INSERT INTO "passes" VALUES('BUH5PhvSlI8F','x-zwM-LG_cZFZzppfYzdTQ','link','','382aa821586399e1d954fc984b29459b195b5044bf800dacf3805f8d19131157',1795028609123);
INSERT INTO "passes" VALUES('VITkOXZm1Xo1','Tmqr7ca2I0lHBzssqn0XCQ','link','','a8716a02b1bcc36fad3bdbfc5033b62684c6e38b1ef828a9bb7203d172057a03',1795028609124);
CREATE TABLE people (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT people_pk PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('x-zwM-LG_cZFZzppfYzdTQ','Anna','{"language":"cs","theme":"dark","confirm":"yes"}',1795028601387);
INSERT INTO "people" VALUES('BXdyuE5uuh719h9240f63g','Bert Ž','{"language":"fr","theme":"","sound":"yes"}',1795028601414);
INSERT INTO "people" VALUES('c086bZG1B14eEtj1QSCK2w','Čára','{}',1795028601432);
INSERT INTO "people" VALUES('Tmqr7ca2I0lHBzssqn0XCQ','Dan','{}',1795028601450);
INSERT INTO "people" VALUES('VLyHh9UJ0EwOajhkexErlg','Nobody yet','{}',1795028601469);
CREATE TABLE "seats" (
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	person TEXT, 
	bot TEXT, 
	CONSTRAINT seats_pk PRIMARY KEY (table_id, seat), 
	CONSTRAINT seats_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "seats" VALUES('-g13o1kvjLk7',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('-g13o1kvjLk7',1,'bot','Greedy',NULL,'greedy');
INSERT INTO "seats" VALUES('1-O5WqQT3rjJ',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('1-O5WqQT3rjJ',1,'person','Bertík','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "seats" VALUES('1-O5WqQT3rjJ',2,'person','Čára','c086bZG1B14eEtj1QSCK2w',NULL);
INSERT INTO "seats" VALUES('3Ln7Et31WVJg',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('3Ln7Et31WVJg',1,'person','Bert','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "seats" VALUES('47CFgLwWp-7X',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('47CFgLwWp-7X',1,'person','Bertík','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "seats" VALUES('47CFgLwWp-7X',2,'person','Čára','c086bZG1B14eEtj1QSCK2w',NULL);
INSERT INTO "seats" VALUES('DUXlN7CnENvf',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('DUXlN7CnENvf',1,'bot','Bertík',NULL,'greedy');
INSERT INTO "seats" VALUES('EeYVJkbaz7c6',0,'person','Bert','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "seats" VALUES('EeYVJkbaz7c6',1,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('NPDS3Ax5pQpL',0,'person','Já','c086bZG1B14eEtj1QSCK2w',NULL);
INSERT INTO "seats" VALUES('NPDS3Ax5pQpL',1,'person','Ty','c086bZG1B14eEtj1QSCK2w',NULL);
INSERT INTO "seats" VALUES('NPDS3Ax5pQpL',2,'bot','Random',NULL,'random');
INSERT INTO "seats" VALUES('NcmhQAvzql4T',0,'person','Ada','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('NcmhQAvzql4T',1,'person','Grace','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('Qfa7L1EIAluj',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('Qfa7L1EIAluj',1,'person','Čára','c086bZG1B14eEtj1QSCK2w',NULL);
INSERT INTO "seats" VALUES('SlwWEr8u_-nx',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('SlwWEr8u_-nx',1,'person','Čára','c086bZG1B14eEtj1QSCK2w',NULL);
INSERT INTO "seats" VALUES('SpovZJWxofQp',0,'person','Bertík','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "seats" VALUES('SpovZJWxofQp',1,'open','A friend',NULL,NULL);
INSERT INTO "seats" VALUES('SpovZJWxofQp',2,'open','Eva',NULL,NULL);
INSERT INTO "seats" VALUES('SpovZJWxofQp',3,'bot','Minnow',NULL,'minnow');
INSERT INTO "seats" VALUES('V0EgDJ2pqrWk',0,'bot','Anna',NULL,'random');
INSERT INTO "seats" VALUES('V0EgDJ2pqrWk',1,'person','Dan','Tmqr7ca2I0lHBzssqn0XCQ',NULL);
INSERT INTO "seats" VALUES('cw1mukc2vL9H',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('cw1mukc2vL9H',1,'bot','Bertík',NULL,'random');
INSERT INTO "seats" VALUES('cw1mukc2vL9H',2,'person','Dan','Tmqr7ca2I0lHBzssqn0XCQ',NULL);
INSERT INTO "seats" VALUES('g42SuzGy8lRt',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('g42SuzGy8lRt',1,'person','Dan','Tmqr7ca2I0lHBzssqn0XCQ',NULL);
INSERT INTO "seats" VALUES('hBy2MK0doCTM',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('hBy2MK0doCTM',1,'bot','Greedy',NULL,'greedy');
INSERT INTO "seats" VALUES('sZg0aSPGxJdV',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('sZg0aSPGxJdV',1,'open','A friend 1',NULL,NULL);
INSERT INTO "seats" VALUES('sZg0aSPGxJdV',2,'person','Dan','Tmqr7ca2I0lHBzssqn0XCQ',NULL);
INSERT INTO "seats" VALUES('tkPVzPl8pGxX',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('tkPVzPl8pGxX',1,'person','Bert','BXdyuE5uuh719h9240f63g',NULL);
INSERT INTO "seats" VALUES('uARQFQbuDYG0',0,'person','Anna','x-zwM-LG_cZFZzppfYzdTQ',NULL);
INSERT INTO "seats" VALUES('uARQFQbuDYG0',1,'bot','Bertík',NULL,'salmon');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	options TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	opening TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	maker TEXT, 
	made_at BIGINT NOT NULL, 
	public BOOLEAN NOT NULL, 
	over BOOLEAN NOT NULL, 
	waiting TEXT NOT NULL, 
	length INTEGER NOT NULL, 
	changed_at BIGINT NOT NULL, 
	last_act BIGINT NOT NULL, due_at BIGINT, 
	CONSTRAINT tables_pk PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('3Ln7Et31WVJg','penguins','{"edition":"en","players":2}','a3c33b76e759ffb07fafa7c6e3287cbe79934a5955403630769bf7e58376737e','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028601496,1,1,'[]',56,1795028601801,61,NULL);
INSERT INTO "tables" VALUES('EeYVJkbaz7c6','penguins','{"edition":"en","players":2}','9bc1974a18067572ebb2877cf42de55f514d3ffdbd0250bcfe81408a531486db','[]','{}','BXdyuE5uuh719h9240f63g',1795028601802,1,0,'[0]',7,1795028601836,6,NULL);
INSERT INTO "tables" VALUES('tkPVzPl8pGxX','penguins','{"players":2}','50660b13d09887310fe4148ce596f278dfedf2e2862f565c8f453a53c22652ad','["=3221131/31121121/2112322/12221112/2222311/22111111/2113331/13111321","f8","b6","c3","b5","e7","c2","a5","a4","c3-f5","b5-b1","f5-f4","b1-d2","e7-e6","d2-f1","e6-e1","a4-b4","a5-a7","c2-a3","f4-e3","b6-c6","e3-e5","b4-b3","e5-f6","f1-f3","e1-e2","a3-a1","f6-h5","c6-d6","h5-h4","d6-d5","f8-h7","f3-h2","e2-d3","a1-b2","a7-b8","h2-g2","h7-h6","g2-g5","d3-d4","d5-c5","b8-c7","b3-a2","h6-g6","g5-g4","c7-d8","g4-g3","h4-h3","c5-c4","d4-e4","b2-c1"]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028601838,0,0,'[0]',51,1795028601841,1,NULL);
INSERT INTO "tables" VALUES('1-O5WqQT3rjJ','penguins','{"edition":"fr","players":3,"swaps":true}','d84451498323d376d315a5260b27be2c44189762e61522b0c8f1fa448b76f12b','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028601843,0,0,'[0]',16,1795028602041,19,NULL);
INSERT INTO "tables" VALUES('DUXlN7CnENvf','penguins','{"edition":"cs","players":2}','702d557e35d92791584f1f5309be9462400d3e360d1c1cdffc44a6bc0a17c978','[]','{"clock":{"kind":"move","seconds":1728000,"increment":0,"late":"bot"}}','x-zwM-LG_cZFZzppfYzdTQ',1795028602045,0,0,'[0]',15,1795028602228,16,1796756602228);
INSERT INTO "tables" VALUES('V0EgDJ2pqrWk','penguins','{"edition":"en","players":2}','11667ee714f64057310fde5f21c2d5ae111e20603442459e04c9ab64f534719a','[]','{"clock":{"kind":"move","seconds":1,"increment":0,"late":"out"}}','x-zwM-LG_cZFZzppfYzdTQ',1795028602282,0,1,'[]',1,1795028603289,2,NULL);
INSERT INTO "tables" VALUES('cw1mukc2vL9H','penguins','{"edition":"en","players":3,"top_row":"eight"}','d8d532488a69becb91224251b06dc0bb3767ce683979770758db4e15fe6a0b60','[]','{"clock":{"kind":"fischer","seconds":2,"increment":864000,"late":"out"}}','x-zwM-LG_cZFZzppfYzdTQ',1795028602290,0,0,'[0]',10,1795028604352,12,1797620606335);
INSERT INTO "tables" VALUES('uARQFQbuDYG0','fishtank','{"players":2,"deck":"advised"}','103a1e598602acbbf04bf0774dedc86bf4a33cf3f88c9ae29281038cd78e0256','[]','{"clock":{"kind":"fischer","seconds":2,"increment":864000,"late":"bot"}}','x-zwM-LG_cZFZzppfYzdTQ',1795028604361,0,0,'[0]',39,1795028606999,13,1799348608773);
INSERT INTO "tables" VALUES('-g13o1kvjLk7','smallfry','{"players":2,"target":5,"next_session":"fewest"}','31039bd5084b0d0e959efd6c44d675f4475331e22b46e66bbd600ddac620d050','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028607052,0,1,'[]',165,1795028607959,87,NULL);
INSERT INTO "tables" VALUES('SlwWEr8u_-nx','smallfry','{"players":2,"target":77,"memory":"open"}','0d30ee5752938e7b5aea5aea4b60f5970cbed69ba64288e79900a786af6a4d05','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028607965,1,0,'[1]',34,1795028608073,22,NULL);
INSERT INTO "tables" VALUES('g42SuzGy8lRt','smallfry','{"players":2,"target":77}','011d270d2e34ea3478b024af90ce39257e3c692d91b331ed020649472632521e','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028608076,0,0,'[1]',5,1795028608098,5,NULL);
INSERT INTO "tables" VALUES('SpovZJWxofQp','smallfry','{"players":4,"target":77}','deea99f487c38650bfcaea68c0030545ab5b974ff87b50b3eb23974d0aed7af1','[]','{}','BXdyuE5uuh719h9240f63g',1795028608100,1,0,'[]',0,1795028608100,0,NULL);
INSERT INTO "tables" VALUES('NPDS3Ax5pQpL','smallfry','{"players":3,"target":40}','ed8a77fe15043ae583ab9e5550e15d22ab2e5fced343db1eb178d50de05c9582','[]','{}','c086bZG1B14eEtj1QSCK2w',1795028608103,0,0,'[1]',16,1795028608196,10,NULL);
INSERT INTO "tables" VALUES('Qfa7L1EIAluj','fishtank','{"players":2,"deck":"advised"}','c802023b646af5c298a7144f8507e7d1e9d7c6a0bcc7305aee164e256a667caf','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028608200,0,1,'[]',148,1795028608568,65,NULL);
INSERT INTO "tables" VALUES('47CFgLwWp-7X','fishtank','{"players":3,"deck":"full"}','aac2773787891493ffeb4bbdcdd0f3987a09c5fb37707df3450c8ddf4ba5f15d','[]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028608576,0,0,'[2]',36,1795028608655,15,NULL);
INSERT INTO "tables" VALUES('sZg0aSPGxJdV','fishtank','{"players":3,"deck":"advised","deck_toml":"title = \"Deck of old\"\n[[kinds]]\nname = \"tetra\"\ntitle = \"Tetra\"\nside = \"dark\"\ncards = 40\nfamily = \"amount\"\nthresholds = [[1, 1], [3, 5]]\n[[kinds]]\nname = \"pleco\"\ntitle = \"Pleco\"\nside = \"light\"\ncards = 40\nfamily = \"adjacency\"\n[[kinds.neighbours]]\nwhere = \"side\"\nsame = 2\npoints = 3\n[[kinds]]\nname = \"plant\"\ntitle = \"Plant\"\nside = \"back\"\nfamily = \"amount\"\nthresholds = [[1, 1]]\n"}','7de134d46cdd92271f4d42fa5537b52e00061d479532387ecc61945e49ab213d','[]','{"clock":{"kind":"fischer","seconds":86400,"increment":3600,"late":"bot"}}','x-zwM-LG_cZFZzppfYzdTQ',1795028608659,0,0,'[]',24,1795028608663,1,NULL);
INSERT INTO "tables" VALUES('NcmhQAvzql4T','penguins','{"edition":"en","players":2}','31bf4e255c4ba4611df5505455dea4b0f3104649b3b99c32f08056de30e0f735','["=3311321/21331221/2311221/21211311/1212111/11221221/1223111/32211321","e6","e5","d4","c3","b2","e3","f2","d7","d4-b5","e3-g2","e6-f6","d7-b6","f6-f5","g2-g5","f5-g4","g5-h5","b5-c5","b6-c6","b2-b3","h5-h2","c5-d5","c3-c2","b3-a3","c2-d2","g4-g3"]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028608706,0,0,'[0]',29,1795028608725,3,NULL);
INSERT INTO "tables" VALUES('hBy2MK0doCTM','smallfry','{"players":2,"target":5,"next_session":"fewest"}','d7a6cebf644dce8e0827afd75f5000debafc664175ab661b2c3b183ebaad3534','["flip","=seahorse2","flip","=ray2","flip","=ray1","flip","=lionfish3","flip","=octopus","rob A1","=roll 3","=take seahorse2","flip","=hammerhead1","flip","=clownfish3","flip","=lionfish4","stop"]','{}','x-zwM-LG_cZFZzppfYzdTQ',1795028608729,0,0,'[0]',39,1795028608800,11,NULL);
CREATE INDEX tables_maker ON tables (maker);
CREATE INDEX tables_public_over_changed_at ON tables (public, over, changed_at);
CREATE INDEX pads_person ON pads (person);
CREATE INDEX passes_person ON passes (person);
CREATE INDEX tables_due_at ON tables (due_at);
CREATE INDEX seats_person ON seats (person);
COMMIT;
