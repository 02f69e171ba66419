-- The end of each chain of audit records. A writer takes a chain that nobody else has taken, so writers never wait.
CREATE TABLE audit_chain (
  chain integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  sequence bigint NOT NULL DEFAULT 0,                      -- The sequence of its newest record.
  hash bytea NOT NULL DEFAULT ''                           -- The hash of its newest record.
) WITH (fillfactor = 20, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
CREATE TRIGGER audit_chain_is_kept BEFORE DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION audit_record_is_append_only();
