-- The SHA-256 that the sender declares when the upload begins: a file that changed meanwhile is recognized at the end. Until
-- when the server that works on the upload holds it, by the portal's clock; it renews the lease while it works. Servers of
-- the release before write neither, so an upload without a lease waits ten minutes as before.
ALTER TABLE resumable_upload
  ADD COLUMN declared_sha256 bytea,
  ADD COLUMN leased_until timestamptz(3),
  ADD CONSTRAINT resumable_upload_declared_sha256_is_whole
    CHECK (declared_sha256 IS NULL OR octet_length(declared_sha256) = 32);
