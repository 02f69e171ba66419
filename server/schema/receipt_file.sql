-- The files of a receipt, as they were when it was made.
CREATE TABLE receipt_file (
  receipt_id integer NOT NULL REFERENCES receipt,           -- The receipt.
  document_id integer NOT NULL,                             -- The document. Without a foreign key: somebody may delete it.
  file_name text NOT NULL,                                  -- Its name.
  byte_size integer NOT NULL,                               -- Its size.
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),  -- SHA-256 of its bytes.
  received_at timestamptz(3) NOT NULL,                      -- When its last byte arrived.
  place integer,                                            -- Its place in the batch. Null in form 1, as all below.
  category text,                                            -- The name of its category.
  type text,                                                -- The name of its type.
  description text,                                         -- Its description.
  owners text,                                              -- Names of its owners with their relations. Null: it had none.
  PRIMARY KEY (receipt_id, document_id)
);
CREATE INDEX receipt_file_of_document ON receipt_file (document_id);
CREATE TRIGGER receipt_file_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_file
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
