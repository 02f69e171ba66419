-- Uploads that go on where they broke off. A row stays for its days after the upload has become a document or was refused,
-- so that who lost the answer is told it, and the same file is not taken twice.
CREATE TABLE resumable_upload (
  -- Names it in its address: unguessable.
  id text PRIMARY KEY,
  account_id integer NOT NULL REFERENCES account,
  -- What its sender calls it: begun again under the same, it is the same upload.
  sender_key text,
  file_name text NOT NULL,
  byte_size bigint NOT NULL CHECK (byte_size > 0),
  category_id integer NOT NULL,
  type_id integer NOT NULL,
  county_id integer,
  description text NOT NULL,
  begun_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'unfinished' CHECK (state IN ('unfinished', 'stored', 'refused')),
  -- Bytes that survive the loss of power; its sender goes on with the next.
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND byte_size),
  -- When the last byte arrived, where all are here and no document was made of them yet.
  last_byte_at timestamptz(3),
  -- The request that goes on with it: only what it says of the upload counts, until another one takes over.
  holder text,
  -- No reference: the document may be deleted for good while this is still told.
  document_id integer,
  -- The body of the answer that refused it.
  refusal jsonb,
  UNIQUE (account_id, sender_key)
);
CREATE INDEX resumable_upload_expires ON resumable_upload (expires_at);
CREATE INDEX resumable_upload_whole ON resumable_upload (last_byte_at) WHERE last_byte_at IS NOT NULL;
CREATE INDEX resumable_upload_unfinished ON resumable_upload (account_id, begun_at) WHERE state = 'unfinished';

-- Where its bytes lie in the store, each in a piece of its own: what one request brought.
CREATE TABLE resumable_piece (
  upload_id text NOT NULL REFERENCES resumable_upload ON DELETE CASCADE,
  starts_at bigint NOT NULL,
  key text NOT NULL,
  byte_size bigint NOT NULL CHECK (byte_size > 0),
  PRIMARY KEY (upload_id, starts_at)
);
