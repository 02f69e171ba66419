-- Receipts of filings. What was received is copied, so that a receipt says the same when a document is changed or deleted for
-- good. Rows are added and never changed or removed.

-- By this secret the check codes are made. It lies here, so that every server has it and a backup too; the first receipt makes it.
CREATE TABLE receipt_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret bytea NOT NULL CHECK (octet_length(secret) = 32)
);

CREATE TABLE receipt (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Such as R-2026-4839-2071. But for the year it is drawn: how many there are is nobody's to count.
  number text NOT NULL UNIQUE,
  -- What its sender calls what they sent: asked for again, it is the same receipt.
  batch text NOT NULL,
  -- Null: of documents without a county.
  county_id integer REFERENCES county,
  -- As it was called then.
  county_name text,
  account_id integer NOT NULL REFERENCES account,
  sender text NOT NULL,
  made_at timestamptz(3) NOT NULL,
  -- Whether a time server kept the clock of the server then, and how many milliseconds it was ahead of the database's.
  clock text NOT NULL CHECK (clock IN ('kept', 'not kept', 'unknown')),
  clock_ahead_ms integer NOT NULL,
  check_code text NOT NULL,
  CHECK ((county_id IS NULL) = (county_name IS NULL))
);
CREATE INDEX receipt_of_batch ON receipt (account_id, batch);
CREATE INDEX receipt_of_county ON receipt (county_id);

CREATE TABLE receipt_file (
  receipt_id integer NOT NULL REFERENCES receipt,
  -- No reference: the document may be deleted for good.
  document_id integer NOT NULL,
  file_name text NOT NULL,
  byte_size integer NOT NULL,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  -- The moment the last byte arrived.
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receipt_id, document_id)
);

CREATE FUNCTION receipts_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipts are never changed or removed';
END $$;
CREATE TRIGGER receipt_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
CREATE TRIGGER receipt_file_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_file
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
CREATE TRIGGER receipt_secret_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_secret
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
