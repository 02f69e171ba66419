-- What a virus scanner said of stored bytes. scan_state, from 0018: 'none': nobody has looked yet, as with all that came
-- before there was a scanner, or by a server without one; 'pending': not to be given out before it was found clean;
-- 'clean'; 'infected'.
ALTER TABLE stored_object
  -- When it was last looked at to the end.
  ADD COLUMN scanned_at timestamptz,
  -- The name of the virus that was found last.
  ADD COLUMN scan_finding text,
  -- Why a scanner that was there could not look at it to the end.
  ADD COLUMN scan_trouble text,
  -- How often it could not.
  ADD COLUMN scan_tries integer NOT NULL DEFAULT 0,
  -- Nobody looks at it before, by the clock of the database.
  ADD COLUMN scan_due timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT stored_object_scan_state_check
    CHECK (scan_state IN ('none', 'pending', 'clean', 'infected')) NOT VALID;

-- Uploads in which a virus was found as they came: they became no document, and their bytes lie in quarantine.
CREATE TABLE refused_upload (
  key text PRIMARY KEY REFERENCES stored_object ON DELETE CASCADE,
  file_name text NOT NULL,
  county_id integer REFERENCES county,
  uploaded_by integer NOT NULL REFERENCES account,
  uploaded_at timestamptz NOT NULL
);
