-- What proves each MiB of a large object: a key of 32 bytes, then a tag of 16 bytes for each MiB begun. Objects from before
-- keep their hashes in mib_sha256. A server of the release before reads an object with tags alone without a proof.
ALTER TABLE stored_object ADD COLUMN mib_tags bytea
  CONSTRAINT stored_object_mib_tags_are_whole
    CHECK (octet_length(mib_tags) = 32 + 16 * ((byte_size + 1048575) / 1048576));
