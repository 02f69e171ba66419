-- Uploads that continue after an interruption. A row stays for some days after the upload has ended, for a sender who lost the
-- response, and so that the same file is not stored twice.
CREATE TABLE resumable_upload (
  id text PRIMARY KEY,                             -- Its name in its address. Random, so that nobody guesses it.
  account_id integer NOT NULL REFERENCES account,  -- The sender.
  sender_key text,                                 -- What the sender calls it. The same key is the same upload.
  file_name text NOT NULL,                         -- Its name on the sender's device.
  byte_size bigint NOT NULL CHECK (byte_size > 0), -- Its whole size.
  category_id integer NOT NULL,                    -- The category of the document.
  type_id integer NOT NULL,                        -- The type of the document.
  county_id integer,                               -- The county of the document.
  description text NOT NULL,                       -- The description of the document.
  begun_at timestamptz(3) NOT NULL,                -- When it began.
  expires_at timestamptz(3) NOT NULL,              -- When the row is removed.
  state text NOT NULL DEFAULT 'unfinished'         -- 'stored': document_id has it. 'refused': refusal says why.
    CHECK (state IN ('unfinished', 'stored', 'refused')),
  received bigint NOT NULL DEFAULT 0,              -- Bytes on the disk. The sender continues with the next one.
  last_byte_at timestamptz(3),                     -- When the last byte arrived, until it is a document.
  holder text,                                     -- The request that works on it. A later request takes it over.
  document_id integer,                             -- The document. Without a foreign key: somebody may delete the document.
  refusal jsonb,                                   -- The body of the response that rejected it.
  owner_party_number integer,                      -- An owner to link to the document.
  owner_relation_type_id integer,                  -- How the owner is related to it.
  declared_sha256 bytea,                           -- The SHA-256 that the sender declared at the beginning.
  leased_until timestamptz(3),                     -- Until when its server works on it, unless the server renews it.
  -- Migration 0152: named_party_number integer, an owner that the sender named for the firm to link.
  -- Migration 0173: corrects_id integer, the document that this one corrects.
  UNIQUE (account_id, sender_key),
  CONSTRAINT resumable_upload_check CHECK (received BETWEEN 0 AND byte_size),
  CONSTRAINT resumable_upload_owner_is_whole CHECK ((owner_party_number IS NULL) = (owner_relation_type_id IS NULL)),
  CONSTRAINT resumable_upload_declared_sha256_is_whole
    CHECK (declared_sha256 IS NULL OR octet_length(declared_sha256) = 32)
);
CREATE INDEX resumable_upload_expires ON resumable_upload (expires_at);
CREATE INDEX resumable_upload_whole ON resumable_upload (last_byte_at) WHERE last_byte_at IS NOT NULL;
CREATE INDEX resumable_upload_unfinished ON resumable_upload (account_id, begun_at) WHERE state = 'unfinished';
CREATE INDEX resumable_upload_refused ON resumable_upload (account_id, begun_at) WHERE state = 'refused';
