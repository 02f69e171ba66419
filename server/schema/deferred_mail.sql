-- Messages that stay in the mailbox for now. No server reads one again before it may.
CREATE TABLE deferred_mail (
  mailbox_name text PRIMARY KEY,  -- Its name in the mailbox.
  kind text NOT NULL CHECK (kind IN ('failed', 'full day', 'no room')),  -- Why it stays.
  since timestamptz(3) NOT NULL,  -- Since when.
  until timestamptz(3),           -- Until when. Null of 'no room'.
  sender integer,                 -- Of 'no room': the account of the sender. Null: unknown sender.
  bytes bigint,                   -- Of 'no room': its size.
  CONSTRAINT deferred_mail_check CHECK ((kind = 'no room') = (until IS NULL)),
  CONSTRAINT deferred_mail_check1 CHECK ((kind = 'no room') = (bytes IS NOT NULL))
);
