-- A change of many documents: what a person asked for, and how far it is.
CREATE TABLE document_run (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number, which people see.
  key uuid NOT NULL,                                    -- Chosen by the sender: the same request is the same run.
  request bytea NOT NULL CHECK (octet_length(request) = 32),  -- SHA-256 of the request with that key.
  started_by integer NOT NULL REFERENCES account,       -- The person whose rights decide.
  came_from text NOT NULL,                              -- The network address of the request.
  started_at timestamptz(3) NOT NULL,                   -- When it was requested.
  ended_at timestamptz(3),                              -- When it ended. Null: it has not.
  state text NOT NULL CHECK (state IN ('running', 'stopped', 'done')),  -- As in the contract.
  action jsonb NOT NULL,                                -- What it does: an action of the contract, or the undo of a run.
  what text NOT NULL CHECK (what <> ''),                -- The same in words, with the names of that time.
  undoes integer REFERENCES document_run,               -- The run that it undoes. Null: none.
  total integer NOT NULL,                               -- Its documents.
  changed integer NOT NULL DEFAULT 0,                   -- Documents that it has changed.
  unchanged integer NOT NULL DEFAULT 0,                 -- Documents that were already as wanted.
  refused integer NOT NULL DEFAULT 0,                   -- Documents that it could not change.
  reasons jsonb NOT NULL DEFAULT '{}',                  -- Counts of the refusals by sentence: {"sentence": {"code", "count"}}.
  CONSTRAINT document_run_ended CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX document_run_key ON document_run (started_by, key);
-- An undo that was stopped leaves the rest to another one.
CREATE UNIQUE INDEX document_run_undoes ON document_run (undoes) WHERE state <> 'stopped';
CREATE INDEX document_run_of_person ON document_run (started_by, number DESC);
-- A person has one at a time.
CREATE UNIQUE INDEX document_run_running ON document_run (started_by) WHERE state = 'running';

-- A document of a run. It stays when the document is deleted for good.
CREATE TABLE document_run_item (
  run_number integer NOT NULL REFERENCES document_run,  -- The run.
  document_id integer NOT NULL,                         -- The document.
  version integer,                                      -- Its version when the run was started. Null: it did not exist.
  outcome text CHECK (outcome IN ('changed', 'unchanged', 'refused')),  -- What the run did. Null: not yet judged.
  reason text,                                          -- The sentence of the refusal.
  reversal jsonb,                                       -- What an undo writes. See reversal.ts.
  version_after integer,                                -- Its version after the change.
  PRIMARY KEY (run_number, document_id),
  CONSTRAINT document_run_item_reason CHECK ((outcome IS NOT DISTINCT FROM 'refused') = (reason IS NOT NULL)),
  CONSTRAINT document_run_item_changed CHECK ((outcome IS NOT DISTINCT FROM 'changed') = (reversal IS NOT NULL AND version_after IS NOT NULL))
);
CREATE INDEX document_run_item_pending ON document_run_item (run_number, document_id) WHERE outcome IS NULL;
CREATE INDEX document_run_item_outcome ON document_run_item (run_number, outcome, document_id);
