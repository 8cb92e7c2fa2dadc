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
INSERT INTO "acts" VALUES('t1',1,1700000000002,'step',0,'c4-c7','anna','k1');
INSERT INTO "acts" VALUES('t1',2,1700000000003,'step',1,'c4-c7','anna','k2');
INSERT INTO "acts" VALUES('t1',3,1700000000004,'step',0,'c4-c7','anna','k3');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE people (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	settings TEXT NOT NULL,
	made_at BIGINT NOT NULL,
	CONSTRAINT people_pk PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('anna','Anna','{"language":"cs"}',1700000000000);
CREATE TABLE seats (
	table_id TEXT NOT NULL,
	seat INTEGER NOT NULL,
	kind TEXT NOT NULL,
	name TEXT NOT NULL,
	person TEXT,
	bot TEXT,
	invite TEXT,
	CONSTRAINT seats_pk PRIMARY KEY (table_id, seat),
	CONSTRAINT seats_table_id_fk FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID
;
INSERT INTO "seats" VALUES('t1',0,'person','Anna','anna',NULL,NULL);
INSERT INTO "seats" VALUES('t1',1,'bot','Level 3',NULL,'search:3',NULL);
INSERT INTO "seats" VALUES('t1',2,'open','',NULL,NULL,'abababababababababababababababababababababababababababababababab');
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
	last_act BIGINT NOT NULL,
	CONSTRAINT tables_pk PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('t1','penguins','{"players":2,"expert":false,"mix":[1,2],"board":null}','5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed','["c4","e2 ž"]','{"pace":{"minutes":3}}','anna',1700000000001,1,0,'[1]',3,1700000000004,3);
CREATE INDEX tables_maker ON tables (maker);
CREATE INDEX tables_public_over_changed_at ON tables (public, over, changed_at);
CREATE INDEX seats_person ON seats (person);
COMMIT;
