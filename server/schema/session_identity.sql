-- The identity that began a session.
CREATE TABLE session_identity (
  session_id integer PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,  -- The session.
  identity_id integer NOT NULL REFERENCES identity ON DELETE CASCADE,        -- The identity.
  id_token text NOT NULL                                                     -- Sent to the issuer to end the session there too.
);
CREATE INDEX session_identity_of ON session_identity (identity_id);
