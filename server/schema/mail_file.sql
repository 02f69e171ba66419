-- The attachments of a message.
CREATE TABLE mail_file (
  delivery_id uuid NOT NULL REFERENCES mail_delivery ON DELETE CASCADE,  -- The message.
  place integer NOT NULL,                                                -- Its place among the parts of the message.
  file_name text NOT NULL,                                               -- Its name in the message.
  byte_size bigint NOT NULL,                                             -- Its size. About, until it is accepted.
  starts_at bigint NOT NULL,                                             -- Its first byte in the message.
  ends_at bigint NOT NULL,                                               -- The byte behind its last one.
  encoding text NOT NULL,                                                -- How the message encodes it.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'refused')),  -- What became of it.
  document_id integer,                                                   -- The document, one for all files of the same bytes. Without a foreign key: somebody may delete it.
  sha256 bytea CHECK (octet_length(sha256) = 32),                        -- SHA-256 of its bytes.
  reason text,                                                           -- Why it was rejected.
  came_before boolean NOT NULL DEFAULT false,                            -- Whether an earlier message of the same sender and Message-ID had it.
  PRIMARY KEY (delivery_id, place),
  CONSTRAINT mail_file_check CHECK ((state = 'accepted') = (document_id IS NOT NULL)),
  CONSTRAINT mail_file_check1 CHECK ((state = 'refused') = (reason IS NOT NULL))
);
-- Migration 0161: mail_file_document, the files that became a document.
