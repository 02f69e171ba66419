-- Messages that were read and stay where they arrived for now, for all servers: none of them reads one again before it may.
CREATE TABLE deferred_mail (
  mailbox_name text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('failed', 'full day', 'no room')),
  since timestamptz(3) NOT NULL,
  -- Until when; null of one that waits for room.
  until timestamptz(3),
  -- Of one that waits for room: the account of its sender, null of a stranger, and its bytes.
  sender integer,
  bytes bigint,
  CHECK ((kind = 'no room') = (until IS NULL)),
  CHECK ((kind = 'no room') = (bytes IS NOT NULL))
);
