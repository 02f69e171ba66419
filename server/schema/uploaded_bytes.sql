-- The daily quota of a person. Written only where a setting limits it.
CREATE TABLE uploaded_bytes (
  account_id integer PRIMARY KEY REFERENCES account,  -- The person.
  day date NOT NULL,                                  -- The last day with an upload, in the firm's time zone.
  bytes bigint NOT NULL CHECK (bytes >= 0),           -- What they uploaded on that day.
  full_until timestamptz(3),                          -- Until when something waits because the quota is used up.
  full_limit bigint                                   -- The quota then, in bytes. A larger quota ends the warning.
);
