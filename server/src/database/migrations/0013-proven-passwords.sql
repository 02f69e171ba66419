-- A password that came with a registration is proven once it was used at a place where a link of the address was opened,
-- or once its person set it by a link. Until then who chose it may be somebody else than who reads the mail.
ALTER TABLE credential ADD COLUMN needs_proof boolean NOT NULL DEFAULT false;
UPDATE credential SET needs_proof = true
WHERE EXISTS (
    SELECT FROM audit_record
    WHERE audit_record.account_id = credential.account_id AND what = 'address confirmed'
  )
  AND NOT EXISTS (
    SELECT FROM audit_record
    WHERE audit_record.account_id = credential.account_id AND what IN ('signed in', 'password set')
  );

-- Where the link of an account's registration was opened, and by which browser, while its password is not proven.
CREATE TABLE confirmed_from (
  account_id integer NOT NULL REFERENCES account,
  network text NOT NULL,
  browser_hash bytea NOT NULL,
  confirmed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, network, browser_hash)
);
CREATE INDEX confirmed_from_at ON confirmed_from (confirmed_at);

-- The browser that registered.
ALTER TABLE registration ADD COLUMN browser_hash bytea;

-- Salts of registrations are made of it and the address: all of one address share a salt, also those that race.
CREATE TABLE registration_secret (secret bytea NOT NULL);
INSERT INTO registration_secret (secret)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
