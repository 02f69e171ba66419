-- The bytes of a resumable upload in the store: one object for each request.
CREATE TABLE resumable_piece (
  upload_id text NOT NULL REFERENCES resumable_upload ON DELETE CASCADE,  -- The upload.
  starts_at bigint NOT NULL,                                              -- Its offset in the upload.
  key text NOT NULL,                                                      -- Its key in the store.
  byte_size bigint NOT NULL CHECK (byte_size > 0),                        -- Its size.
  PRIMARY KEY (upload_id, starts_at)
);
