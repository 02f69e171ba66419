-- An API token: a secret by which programs make calls for a person.
CREATE TABLE api_token (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Names the token in lists and in the audit record. It opens nothing.
  account_id integer NOT NULL REFERENCES account,       -- Its owner. It never does more than they may do.
  label text NOT NULL,                                  -- What its owner calls it.
  ending text NOT NULL,                                 -- The last four characters of the secret, to recognize it.
  secret_hash bytea NOT NULL UNIQUE,                    -- SHA-256 of the secret, which is 256 random bits.
  may_write boolean NOT NULL,                           -- Whether it may change something. False: it only reads.
  county_ids integer[] CHECK (cardinality(county_ids) > 0),  -- Its counties. Null: all of its owner, now and later.
  networks cidr[] NOT NULL,                             -- Where it works. Empty: everywhere.
  created_at timestamptz(3) NOT NULL,                   -- When.
  expires_at timestamptz(3) NOT NULL,                   -- From then on it does not work.
  last_used_at timestamptz(3),                          -- The last use, accurate to the minute. Null: none.
  last_used_from text,                                  -- The network address of that use.
  revoked_at timestamptz(3),                            -- When somebody revoked it. Null: nobody did.
  revoked_by integer REFERENCES account,                -- Who did.
  CONSTRAINT api_token_expires CHECK (expires_at > created_at AND expires_at <= created_at + interval '366 days'),
  CONSTRAINT api_token_revoked CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
-- The tokens of a person that were not revoked, newest first, and those of everyone.
CREATE INDEX api_token_of_account ON api_token (account_id, id DESC) WHERE revoked_at IS NULL;
CREATE INDEX api_token_live ON api_token (id DESC) WHERE revoked_at IS NULL;
