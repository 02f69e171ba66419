-- Read before anything is locked: the audit has a record of every download.
CREATE TEMPORARY TABLE unproven ON COMMIT DROP AS
SELECT account_id FROM audit_record
WHERE account_id IS NOT NULL AND what IN ('address confirmed', 'signed in', 'password set')
GROUP BY account_id HAVING bool_and(what = 'address confirmed');

-- A password that came with a registration is proven once it was used at a place where a link of the address was opened,
-- or once its person set it by a link. Until then who chose it may be somebody else than who reads the mail.
ALTER TABLE credential ADD COLUMN needs_proof boolean NOT NULL DEFAULT false;
UPDATE credential SET needs_proof = true FROM unproven WHERE unproven.account_id = credential.account_id;
-- Whoever does not say that a password is proven, such as a server of the release before, has not proved it.
ALTER TABLE credential ALTER COLUMN needs_proof SET DEFAULT true;

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
CREATE TABLE registration_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  secret bytea NOT NULL
);
INSERT INTO registration_secret (secret)
VALUES (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- Whether a mail of some kind went to an address lately.
CREATE INDEX mail_outbox_recipient ON mail_outbox (recipient, kind, created_at);
