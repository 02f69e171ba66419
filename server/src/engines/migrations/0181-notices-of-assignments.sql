-- The notice of files that a run assigned to a person. It names the first of them as its document.
ALTER TABLE notice
  ADD COLUMN run_number integer REFERENCES document_run,  -- The run that assigned the files. Null: no run did.
  ADD COLUMN others integer NOT NULL DEFAULT 0;           -- How many more files it assigned to the person.
