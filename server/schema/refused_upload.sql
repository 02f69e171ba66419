-- Uploads with a virus. They became no document, and their bytes are in quarantine.
CREATE TABLE refused_upload (
  key text PRIMARY KEY REFERENCES stored_object ON DELETE CASCADE,  -- Its bytes.
  file_name text NOT NULL,                                          -- Its name on the uploader's device.
  county_id integer REFERENCES county,                              -- The county that it was for.
  uploaded_by integer NOT NULL REFERENCES account,                  -- The uploader.
  uploaded_at timestamptz NOT NULL                                  -- When it arrived.
);
