-- Each import of a file: who imported what, what became of its lines, and whether it can be undone.
CREATE TABLE import_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,        -- Its number.
  kind text NOT NULL,                                         -- 'organizations', 'agents' or 'owner-values'.
  county_id integer NOT NULL REFERENCES county,               -- The county.
  appraisal_year smallint,                                    -- The year, of 'owner-values'.
  file_name text,                                             -- Its file. Null: an undo reads no file.
  file_bytes bigint,                                          -- Size of the file.
  file_sha256 bytea CHECK (octet_length(file_sha256) = 32),   -- SHA-256 of the file.
  options text[] NOT NULL DEFAULT '{}',                       -- 'replace', 'strict', 'confirm'.
  actor_name text NOT NULL,                                   -- Who imported it.
  begun_at timestamptz NOT NULL DEFAULT now(),                -- When it began.
  ended_at timestamptz,                                       -- When it ended. Null while it runs, and for ever if its process died.
  state text NOT NULL DEFAULT 'running',                      -- 'running', 'loaded', 'refused' (nothing was written) or 'failed'.
  read integer NOT NULL DEFAULT 0,                            -- Lines that were read.
  inserted integer NOT NULL DEFAULT 0,                        -- Rows that were added.
  updated integer NOT NULL DEFAULT 0,                         -- Rows that were changed.
  unchanged integer NOT NULL DEFAULT 0,                       -- Rows that were the same already.
  removed integer NOT NULL DEFAULT 0,                         -- Rows that were removed.
  skipped integer NOT NULL DEFAULT 0,                         -- Lines without a row.
  refused integer NOT NULL DEFAULT 0,                         -- Lines with an error.
  undoes integer REFERENCES import_run,                       -- The import that this one undoes.
  written_order bigint,                                       -- The order in which imports wrote, which may differ from the order in which they began.
  row_count bigint,                                           -- How many rows the county and year had afterwards.
  import_id_sum bigint,                                       -- The sum of their import_id. With row_count it shows a later change.
  is_kept boolean NOT NULL DEFAULT false                      -- Whether owner_value_before has what it changed and removed.
);
CREATE SEQUENCE import_run_written_order AS bigint OWNED BY import_run.written_order;
CREATE INDEX import_run_county ON import_run (county_id, kind, appraisal_year);
