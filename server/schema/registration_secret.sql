-- Salts of registrations come from this secret and the address: all registrations of one address share a salt.
CREATE TABLE registration_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),  -- Allows one row.
  secret bytea NOT NULL                                      -- Random bytes, different in each portal.
);
INSERT INTO registration_secret (secret)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
