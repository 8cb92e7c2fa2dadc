CREATE TABLE acts (
    table_id text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    seat integer,
    text text NOT NULL,
    person text,
    key text
);
CREATE TABLE alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE people (
    id text NOT NULL,
    name text NOT NULL,
    settings text NOT NULL,
    made_at bigint NOT NULL
);
CREATE TABLE seats (
    table_id text NOT NULL,
    seat integer NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    person text,
    bot text,
    invite text
);
CREATE TABLE tables (
    id text NOT NULL,
    game text NOT NULL,
    options text NOT NULL,
    seed text NOT NULL,
    opening text NOT NULL,
    settings text NOT NULL,
    maker text,
    made_at bigint NOT NULL,
    public boolean NOT NULL,
    over boolean NOT NULL,
    waiting text NOT NULL,
    length integer NOT NULL,
    changed_at bigint NOT NULL,
    last_act bigint NOT NULL
);
INSERT INTO acts VALUES ('t1', 1, 1700000000002, 'step', 0, 'c4-c7', 'anna', 'k1');
INSERT INTO acts VALUES ('t1', 2, 1700000000003, 'step', 1, 'c4-c7', 'anna', 'k2');
INSERT INTO acts VALUES ('t1', 3, 1700000000004, 'step', 0, 'c4-c7', 'anna', 'k3');
INSERT INTO alembic_version VALUES ('0001');
INSERT INTO people VALUES ('anna', 'Anna', '{"language":"cs"}', 1700000000000);
INSERT INTO seats VALUES ('t1', 0, 'person', 'Anna', 'anna', NULL, NULL);
INSERT INTO seats VALUES ('t1', 1, 'bot', 'Level 3', NULL, 'search:3', NULL);
INSERT INTO seats VALUES ('t1', 2, 'open', '', NULL, NULL, 'abababababababababababababababababababababababababababababababab');
INSERT INTO tables VALUES ('t1', 'penguins', '{"players":2,"expert":false,"mix":[1,2],"board":null}', '5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed', '["c4","e2 ž"]', '{"pace":{"minutes":3}}', 'anna', 1700000000001, true, false, '[1]', 3, 1700000000004, 3);
ALTER TABLE ONLY acts
    ADD CONSTRAINT acts_pk PRIMARY KEY (table_id, number);
ALTER TABLE ONLY acts
    ADD CONSTRAINT acts_table_id_key_once UNIQUE (table_id, key);
ALTER TABLE ONLY alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY people
    ADD CONSTRAINT people_pk PRIMARY KEY (id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_pk PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY tables
    ADD CONSTRAINT tables_pk PRIMARY KEY (id);
CREATE INDEX seats_person ON seats USING btree (person);
CREATE INDEX tables_maker ON tables USING btree (maker);
CREATE INDEX tables_public_over_changed_at ON tables USING btree (public, over, changed_at);
ALTER TABLE ONLY acts
    ADD CONSTRAINT acts_table_id_fk FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_table_id_fk FOREIGN KEY (table_id) REFERENCES tables(id);
