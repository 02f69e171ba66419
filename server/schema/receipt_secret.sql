-- The key of the check codes. In the database, so that every server and every backup has it. The first receipt makes it.
CREATE TABLE receipt_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),  -- Allows one row.
  secret bytea NOT NULL CHECK (octet_length(secret) = 32)    -- Random bytes.
);
CREATE TRIGGER receipt_secret_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_secret
  FOR EACH STATEMENT EXECUTE FUNCTION receipts_are_append_only();
