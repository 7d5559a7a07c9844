BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE daily_deals (
	day TEXT NOT NULL, 
	edition TEXT NOT NULL, 
	deal TEXT NOT NULL, 
	salt TEXT NOT NULL, 
	commitment TEXT NOT NULL, 
	CONSTRAINT pk_daily_deals PRIMARY KEY (day)
)
 WITHOUT ROWID

;
INSERT INTO "daily_deals" VALUES('2025-11-30','standard-solo','2S A$','salt','commitment');
CREATE TABLE events (
	table_id TEXT NOT NULL, 
	seq BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	"key" TEXT, 
	data TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('anna',1,1764500000000,NULL,'{"kind":"created"}');
INSERT INTO "events" VALUES('anna',2,1764500000000,NULL,'{"kind":"sat","seat":0,"name":"Zo\u00eb"}');
INSERT INTO "events" VALUES('anna',3,1764500001000,'k1','{"kind":"turn","actions":["R7","."]}');
INSERT INTO "events" VALUES('anna',4,1764500001000,NULL,'{"kind":"dealt"}');
INSERT INTO "events" VALUES('berta',1,1764500000001,NULL,'{"kind":"created"}');
CREATE TABLE results (
	table_id TEXT NOT NULL, 
	day TEXT NOT NULL, 
	name TEXT NOT NULL, 
	total INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (table_id), 
	CONSTRAINT fk_results_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "results" VALUES('anna','2025-11-30','Zoë',42,1764500001000);
CREATE TABLE tables (
	id TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	seq BIGINT NOT NULL, 
	active_at BIGINT NOT NULL, 
	invite BLOB, 
	listed BOOLEAN NOT NULL, 
	daily TEXT, 
	ended BOOLEAN NOT NULL, 
	bot_owes BOOLEAN NOT NULL, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
)
 WITHOUT ROWID

;
INSERT INTO "tables" VALUES('anna',1764500000000,4,1764500001000,X'696E76697465',1,'2025-11-30',1,1);
INSERT INTO "tables" VALUES('berta',1764500000001,1,1764500000001,NULL,1,NULL,0,1);
CREATE TABLE tokens (
	table_id TEXT NOT NULL, 
	seat INTEGER NOT NULL, 
	hash BLOB NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (table_id, seat), 
	CONSTRAINT fk_tokens_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "tokens" VALUES('anna',0,X'00FF');
INSERT INTO "tokens" VALUES('anna',1,X'6F6E65');
CREATE INDEX ix_tables_shown ON tables (active_at) WHERE listed = 1 AND ended = 0;
CREATE INDEX ix_tables_bot_owes ON tables (bot_owes) WHERE bot_owes = 1 AND ended = 0;
CREATE UNIQUE INDEX ix_events_key ON events (table_id, "key") WHERE "key" IS NOT NULL;
CREATE INDEX ix_results_best ON results (day, total DESC, at);
COMMIT;
