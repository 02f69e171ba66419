-- Receipts. A receipt is a copy: it says the same after a document is changed or deleted. Rows are never changed or removed.
CREATE TABLE receipt (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,        -- Its number inside the portal.
  number text NOT NULL UNIQUE,                                -- Such as R-2026-4839-2071. Random behind the year, so that nobody can count receipts.
  batch text NOT NULL,                                        -- What the sender calls the batch. The same batch has the same receipt.
  county_id integer REFERENCES county,                        -- The county. Null: documents without a county.
  county_name text,                                           -- Its name then.
  account_id integer NOT NULL REFERENCES account,             -- The sender.
  sender text NOT NULL,                                       -- The sender's e-mail address then.
  made_at timestamptz(3) NOT NULL,                            -- When it was made.
  clock text NOT NULL CHECK (clock IN ('kept', 'not kept', 'unknown')),  -- Whether a time server kept the server's clock then.
  clock_ahead_ms integer NOT NULL,                            -- Milliseconds by which that clock was ahead of the database's.
  check_code text NOT NULL,                                   -- Proves the receipt, see receipt_secret.
  is_automatic boolean NOT NULL DEFAULT false,                -- Whether the portal made it without a request. Then no other receipt has its documents.
  form smallint NOT NULL DEFAULT 1 CHECK (form IN (1, 2)),    -- How the check code is made. Form 2 includes the type and owners of each file.
  CHECK ((county_id IS NULL) = (county_name IS NULL))
);
CREATE INDEX receipt_of_batch ON receipt (account_id, batch);
CREATE INDEX receipt_of_county ON receipt (county_id);
CREATE INDEX receipt_of_account ON receipt (account_id, id);
CREATE TRIGGER receipt_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
