-- Names and terms are searched by trigrams; the extension is a trusted one, so owning the database is enough.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE county (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name <> ''),
  -- Its number in the state, three digits.
  number text UNIQUE CHECK (number ~ '^\d{3}$'),
  created_at timestamptz NOT NULL
);

-- Who may register for a county: exact e-mail domains, and single addresses for districts on free mail.
CREATE TABLE county_email_domain (
  county_id integer NOT NULL REFERENCES county,
  domain text NOT NULL CHECK (domain = lower(domain)),
  PRIMARY KEY (county_id, domain)
);

CREATE TABLE county_email_address (
  county_id integer NOT NULL REFERENCES county,
  address text NOT NULL CHECK (address = lower(address)),
  PRIMARY KEY (county_id, address)
);

CREATE TABLE account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  is_admin boolean NOT NULL DEFAULT false,
  county_id integer REFERENCES county,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  disabled_at timestamptz
);

-- Apart from the account, so that other ways of signing in can stand beside a password.
CREATE TABLE credential (
  account_id integer PRIMARY KEY REFERENCES account,
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL
);

-- Each registration keeps its own password and link until one of them is used.
CREATE TABLE registration (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  county_id integer REFERENCES county,
  password_hash text NOT NULL,
  requested_at timestamptz NOT NULL,
  requested_from text NOT NULL,
  ended_at timestamptz
);
CREATE INDEX registration_pending ON registration (email, requested_at) WHERE ended_at IS NULL;

CREATE TABLE token (
  token_hash bytea PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('confirm', 'reset', 'first-password')),
  account_id integer REFERENCES account,
  registration_id integer REFERENCES registration,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CHECK (num_nonnulls(account_id, registration_id) = 1)
);
CREATE INDEX token_account ON token (account_id);
CREATE INDEX token_registration ON token (registration_id);
CREATE INDEX token_expiry ON token (expires_at);

CREATE TABLE session (
  token_hash bytea PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  address text NOT NULL
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_last_seen ON session (last_seen_at);

-- Attempts that count against a limit; one row an attempt and bucket, swept when out of every window.
CREATE TABLE throttled_attempt (
  bucket text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX throttled_attempt_bucket ON throttled_attempt (bucket, at);
CREATE INDEX throttled_attempt_at ON throttled_attempt (at);

-- Networks an account has signed in from: they keep their own allowance when others hammer the account.
CREATE TABLE known_network (
  account_id integer NOT NULL REFERENCES account,
  network text NOT NULL,
  last_signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, network)
);
