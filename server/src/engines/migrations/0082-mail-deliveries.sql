-- The mailbox: each message that came by mail, what became of it, and each file that it brought. A message is known by the
-- hash of its bytes, whatever the mailbox calls it: one that is found again, under another number or by a server that goes
-- on from one that was killed, is the same one.
CREATE TABLE mail_delivery (
  id uuid PRIMARY KEY,
  -- Of all its bytes; of one that is larger than the portal takes, of its first ones.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),
  byte_size bigint NOT NULL,
  -- As its sender called it, cut where it is long; it may be missing.
  message_id text NOT NULL,
  -- What its header says, to be shown. Nobody vouches for any of it.
  sender text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- Whose it is, where a mail server that is trusted vouches for that.
  account_id integer REFERENCES account,
  -- Null where it is sent to no county.
  county_id integer REFERENCES county,
  arrived_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'taken' CHECK (state IN ('taken', 'accepted', 'refused', 'waiting')),
  -- Why it was refused or waits.
  reason text,
  -- Whether word of it goes to whoever sent it.
  is_answered boolean NOT NULL DEFAULT false,
  -- Its bytes in the store, for as long as it waits for a person.
  raw_key text,
  decided_by integer REFERENCES account,
  decided_at timestamptz(3),
  -- Its name in the mailbox, and the state by whose folder it lies there; null while it lies where it arrived.
  mailbox_name text NOT NULL,
  lies_in text CHECK (lies_in IN ('accepted', 'refused', 'waiting')),
  CHECK (state NOT IN ('refused', 'waiting') OR reason IS NOT NULL),
  CHECK (raw_key IS NULL OR state = 'waiting')
);
CREATE INDEX mail_delivery_waiting ON mail_delivery (arrived_at, id) WHERE state = 'waiting';
CREATE INDEX mail_delivery_in_hand ON mail_delivery (arrived_at) WHERE state = 'taken';
CREATE INDEX mail_delivery_raw ON mail_delivery (raw_key) WHERE raw_key IS NOT NULL;
-- Those that a person decided on are moved in the mailbox, too.
CREATE INDEX mail_delivery_to_move ON mail_delivery (id) WHERE lies_in = 'waiting' AND state <> 'waiting';

CREATE TABLE mail_file (
  delivery_id uuid NOT NULL REFERENCES mail_delivery ON DELETE CASCADE,
  -- Its place among the parts of the message.
  place integer NOT NULL,
  file_name text NOT NULL,
  -- About, until it was taken in.
  byte_size bigint NOT NULL,
  -- Where it lies in the message, and how it is written there.
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  encoding text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'refused')),
  -- No reference: a document that is deleted for good was accepted all the same. Files of the same bytes have the same one.
  document_id integer,
  sha256 bytea CHECK (octet_length(sha256) = 32),
  reason text,
  PRIMARY KEY (delivery_id, place),
  CHECK ((state = 'accepted') = (document_id IS NOT NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);

-- One server at a time reads the mailbox. What it does twice all the same has no effect twice: this saves work only.
CREATE TABLE mailbox_turn (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
  owner uuid NOT NULL,
  until timestamptz NOT NULL
);
