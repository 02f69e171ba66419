-- The rows that an import changed or removed, as they were before it. The rows that it added have its number.
CREATE TABLE owner_value_before (
  import_id integer NOT NULL,             -- The import.
  party_number integer NOT NULL,          -- The owner.
  existed boolean NOT NULL,               -- False: an undo added a row that was not there.
  written_by integer,                     -- owner_value.import_id as it was.
  owner_name text NOT NULL DEFAULT '',    -- As it was.
  cad_owner_id text NOT NULL DEFAULT '',  -- As it was.
  agent_number integer,                   -- As it was.
  agent_name text NOT NULL DEFAULT '',    -- As it was.
  current_value numeric(15, 2),           -- As it was.
  prior_value numeric(15, 2),             -- As it was.
  PRIMARY KEY (import_id, party_number)
);
