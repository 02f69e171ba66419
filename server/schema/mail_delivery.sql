-- Messages from the mailbox, and what became of each. The hash of its bytes identifies a message, whatever the mailbox calls it.
CREATE TABLE mail_delivery (
  id uuid PRIMARY KEY,                        -- Its number.
  sha256 bytea NOT NULL UNIQUE CHECK (octet_length(sha256) = 32),  -- SHA-256 of its bytes; of its first bytes, if it is too large.
  byte_size bigint NOT NULL,                  -- Its size.
  message_id text NOT NULL,                   -- Its Message-ID, shortened if it is long. May be empty.
  sender text NOT NULL,                       -- Its From, to be shown. Nobody vouches for it.
  recipient text NOT NULL,                    -- Its To, to be shown. Nobody vouches for it.
  subject text NOT NULL,                      -- Its subject.
  account_id integer REFERENCES account,      -- The account of the sender, if a trusted mail server verified the sender.
  county_id integer REFERENCES county,        -- The county of the recipient's address. Null: none.
  arrived_at timestamptz(3) NOT NULL,         -- When the portal read it.
  state text NOT NULL DEFAULT 'taken' CHECK (state IN ('taken', 'accepted', 'refused', 'waiting')),  -- 'waiting': a person decides.
  reason text,                                -- Why it was rejected or waits.
  is_answered boolean NOT NULL DEFAULT false, -- Whether the sender gets a reply.
  raw_key text,                               -- Its bytes in the store, while it waits.
  decided_by integer REFERENCES account,      -- Who decided.
  decided_at timestamptz(3),                  -- When they decided.
  mailbox_name text NOT NULL,                 -- Its name in the mailbox.
  lies_in text CHECK (lies_in IN ('accepted', 'refused', 'waiting')),  -- The folder of the mailbox with it. Null: where it arrived.
  in_hand_of uuid,                            -- The decision that works on it, so that two people never decide at once.
  in_hand_until timestamptz,                  -- Until when that decision works on it.
  -- Migration 0158: is_sender_verified boolean, whether a trusted mail server verified the sender. Null: an older release read it.
  CONSTRAINT mail_delivery_check CHECK (state NOT IN ('refused', 'waiting') OR reason IS NOT NULL),
  CONSTRAINT mail_delivery_check1 CHECK (raw_key IS NULL OR state = 'waiting')
);
CREATE INDEX mail_delivery_waiting ON mail_delivery (arrived_at, id) WHERE state = 'waiting';
CREATE INDEX mail_delivery_in_hand ON mail_delivery (arrived_at) WHERE state = 'taken';
CREATE INDEX mail_delivery_raw ON mail_delivery (raw_key) WHERE raw_key IS NOT NULL;
-- After a decision the message is moved in the mailbox too.
CREATE INDEX mail_delivery_to_move ON mail_delivery (id) WHERE lies_in = 'waiting' AND state <> 'waiting';
-- The list: those that wait from the oldest, the others from the newest.
CREATE INDEX mail_delivery_by_state ON mail_delivery (state, arrived_at, id);
CREATE INDEX mail_delivery_message ON mail_delivery (account_id, message_id) WHERE account_id IS NOT NULL;
