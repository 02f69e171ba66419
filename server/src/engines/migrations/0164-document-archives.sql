-- A ZIP file that a person may download for an hour: which documents it has.
CREATE TABLE document_archive (
  account_id integer NOT NULL REFERENCES account,       -- The person who prepared it, and alone may download it.
  key uuid NOT NULL,                                    -- Chosen by the sender.
  prepared_at timestamptz(3) NOT NULL,                  -- When it was prepared. It is deleted an hour later.
  document_ids integer[] NOT NULL,                      -- The selected documents, in the order of the archive.
  PRIMARY KEY (account_id, key)
);
