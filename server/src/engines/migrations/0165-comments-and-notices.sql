-- A comment of a person on a document. It is deleted with the document.
CREATE TABLE document_comment (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number. Later comments have larger ones.
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,  -- The document.
  county_id integer REFERENCES county,                  -- The county it was written in, where it stays. Null: none.
  author_id integer NOT NULL REFERENCES account,        -- Who wrote it.
  key uuid NOT NULL,                                    -- Chosen by the sender: the same request is the same comment.
  text text,                                            -- Its text. A mention is @{number of the person}. Null: deleted.
  created_at timestamptz(3) NOT NULL,                   -- When it was written.
  edited_at timestamptz(3),                             -- The last change after the first 15 minutes. Null: none.
  deleted_at timestamptz(3),                            -- When its author deleted it. Null: they did not.
  CONSTRAINT document_comment_deleted CHECK ((text IS NULL) = (deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX document_comment_key ON document_comment (author_id, key);
CREATE INDEX document_comment_thread ON document_comment (document_id, id);

-- A former text of a comment. No call returns it.
CREATE TABLE comment_version (
  comment_id integer NOT NULL REFERENCES document_comment ON DELETE CASCADE,  -- The comment.
  number integer NOT NULL,                              -- 1 is the first text.
  text text NOT NULL,                                   -- The text, as in the comment.
  replaced_at timestamptz(3) NOT NULL,                  -- When it was changed or deleted.
  PRIMARY KEY (comment_id, number)
);

-- A person whom a comment mentions.
CREATE TABLE comment_mention (
  comment_id integer NOT NULL REFERENCES document_comment ON DELETE CASCADE,  -- The comment.
  person_id integer NOT NULL REFERENCES account,        -- The person.
  PRIMARY KEY (comment_id, person_id)
);
CREATE INDEX comment_mention_person ON comment_mention (person_id, comment_id);

-- A notice for a person: what happened to a document that concerns them. It is deleted with the document.
CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,   -- Its number. Later notices have larger ones.
  person_id integer NOT NULL REFERENCES account,        -- The person.
  kind text NOT NULL,                                   -- As in the contract. A newer release may have more.
  document_id integer NOT NULL REFERENCES document ON DELETE CASCADE,  -- The document.
  comment_id integer REFERENCES document_comment ON DELETE CASCADE,  -- The comment. Null: it is about none.
  actor_id integer NOT NULL REFERENCES account,         -- Who caused it.
  created_at timestamptz(3) NOT NULL,                   -- When.
  read_at timestamptz(3),                               -- When the person read it. Null: they did not.
  mailed_at timestamptz(3)                              -- When an e-mail about it was queued. Null: none was.
);
CREATE INDEX notice_of_person ON notice (person_id, id DESC);
CREATE INDEX notice_unread ON notice (person_id, id DESC) WHERE read_at IS NULL;
CREATE INDEX notice_unmailed ON notice (person_id, created_at) WHERE read_at IS NULL AND mailed_at IS NULL;
CREATE INDEX notice_read ON notice (read_at) WHERE read_at IS NOT NULL;
CREATE INDEX notice_document ON notice (document_id, person_id);
CREATE INDEX notice_comment ON notice (comment_id) WHERE comment_id IS NOT NULL;

-- What a person chose about e-mails of notices. A person without a row has the defaults.
CREATE TABLE notice_setting (
  person_id integer PRIMARY KEY REFERENCES account,     -- The person.
  mails_mentions boolean NOT NULL,                      -- Whether each mention is mailed at once.
  digest_hour smallint CHECK (digest_hour BETWEEN 0 AND 23),  -- The hour of the daily e-mail in the portal's zone. Null: none.
  digested_on date                                      -- The day of the last daily e-mail in the portal's zone. Null: none yet.
);
