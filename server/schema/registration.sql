-- A registration that waits for its link. Each has its own password and link until one of them is used.
CREATE TABLE registration (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  email text NOT NULL CHECK (email = lower(email)),     -- The address to confirm.
  county_id integer REFERENCES county,                  -- The county that the address may register for.
  password_hash text NOT NULL,                          -- The password that was chosen, as in credential.
  requested_at timestamptz NOT NULL,                    -- When it was requested.
  requested_from text NOT NULL,                         -- The network address of the request.
  ended_at timestamptz,                                 -- When it was confirmed or replaced.
  browser_hash bytea                                    -- SHA-256 of the secret of the browser that registered.
);
CREATE INDEX registration_pending ON registration (email, requested_at) WHERE ended_at IS NULL;
