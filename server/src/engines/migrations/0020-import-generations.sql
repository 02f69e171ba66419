-- Every import is a dated generation: which file, by whom, what became of its lines, and whether it can be undone.
CREATE TABLE import_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 'organizations', 'agents' or 'owner-values'.
  kind text NOT NULL,
  county_id integer NOT NULL REFERENCES county,
  appraisal_year smallint,
  -- Of what was read; an undo reads no file.
  file_name text,
  file_bytes bigint,
  file_sha256 bytea CHECK (octet_length(file_sha256) = 32),
  -- 'replace', 'strict', 'confirm'.
  options text[] NOT NULL DEFAULT '{}',
  actor_name text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it runs, and for ever where its process died.
  ended_at timestamptz,
  -- 'running', 'loaded', 'refused' (nothing was written) or 'failed'.
  state text NOT NULL DEFAULT 'running',
  read integer NOT NULL DEFAULT 0,
  inserted integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  -- The import that this one undoes.
  undoes integer REFERENCES import_run,
  -- In the order in which imports wrote, which need not be the one in which they began.
  written_order bigint,
  -- How many rows the county and year had afterwards, and the sum of their import_id: together they tell whether anything
  -- but an import has touched them since.
  row_count bigint,
  import_id_sum bigint,
  -- Whether what it changed and removed is still kept.
  is_kept boolean NOT NULL DEFAULT false
);
CREATE SEQUENCE import_run_written_order AS bigint OWNED BY import_run.written_order;
CREATE INDEX import_run_county ON import_run (county_id, kind, appraisal_year);

-- Which import wrote a value last; null where none of those above did.
ALTER TABLE owner_value ADD COLUMN import_id integer;

-- What else changes a value, such as a server of an older release, is no import that could be undone.
CREATE FUNCTION forget_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.import_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER owner_value_changed_by_no_import BEFORE UPDATE ON owner_value
  FOR EACH ROW WHEN (NEW.import_id = OLD.import_id) EXECUTE FUNCTION forget_import();

-- The rows that an import changed or removed, as they were before it. Those that it added carry its number.
CREATE TABLE owner_value_before (
  import_id integer NOT NULL,
  party_number integer NOT NULL,
  -- False where an undo brought back a row that was not there.
  existed boolean NOT NULL,
  written_by integer,
  owner_name text NOT NULL DEFAULT '',
  cad_owner_id text NOT NULL DEFAULT '',
  agent_number integer,
  agent_name text NOT NULL DEFAULT '',
  current_value numeric(15, 2),
  prior_value numeric(15, 2),
  PRIMARY KEY (import_id, party_number)
);
