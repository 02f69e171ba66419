-- Attempts that count against a limit, one row for each attempt and bucket.
CREATE TABLE throttled_attempt (
  bucket text NOT NULL,        -- What is limited, such as sign-ins of an address.
  at timestamptz NOT NULL,     -- When it was.
  until timestamptz NOT NULL   -- When it counts for nothing more and is removed.
);
CREATE INDEX throttled_attempt_bucket ON throttled_attempt (bucket, at);
CREATE INDEX throttled_attempt_until ON throttled_attempt (until);
