-- The text of documents, which a job reads from their bytes. It can be made again at any time, so no backup needs it.
CREATE TABLE document_text (
  document_id integer PRIMARY KEY REFERENCES document ON DELETE CASCADE,  -- The document.
  county_key integer NOT NULL,                      -- document.county_key, as it was when the row was last queued.
  -- 'waiting': its text is to be read. 'read': its pages are stored, also if they have no text. 'unreadable': see reason.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'read', 'unreadable')),
  reason text CHECK (reason IN ('damaged', 'password', 'too-large', 'took-too-long', 'out-of-memory')),  -- Why it is unreadable.
  engine_version smallint NOT NULL DEFAULT 0,       -- The version of the readers that decided on it. 0: none yet.
  pages integer NOT NULL DEFAULT 0,                 -- How many pages the document has. A sheet or an attachment counts as a page.
  ocr_pages integer NOT NULL DEFAULT 0,             -- How many of them were read by OCR.
  characters integer NOT NULL DEFAULT 0,            -- The length of its text, in UTF-16 units.
  attempts smallint NOT NULL DEFAULT 0,             -- How many attempts failed. One that died with its machine does not count.
  queued_at timestamptz NOT NULL DEFAULT now(),     -- Since when it waits.
  claimed_until timestamptz,                        -- Until when a process reads it, or when to try again. Null: at once.
  read_at timestamptz,                              -- When it was read, or found unreadable.
  CONSTRAINT document_text_reason CHECK ((state = 'unreadable') = (reason IS NOT NULL))
);
-- The newest document is read first.
CREATE INDEX document_text_waiting ON document_text (document_id) WHERE state = 'waiting';
CREATE INDEX document_text_oldest ON document_text (queued_at) WHERE state = 'waiting';
CREATE INDEX document_text_unreadable ON document_text (reason, document_id) WHERE state = 'unreadable';
-- The last text that was read.
CREATE INDEX document_text_decided ON document_text (read_at) WHERE read_at IS NOT NULL;

-- Pages with text.
CREATE TABLE document_page (
  document_id integer NOT NULL REFERENCES document_text ON DELETE CASCADE,  -- The document.
  page integer NOT NULL CHECK (page > 0),           -- Its number, from 1.
  content bytea NOT NULL,                           -- JSON compressed with Zstandard: {"text", "boxes"}, see packed-page.ts.
  PRIMARY KEY (document_id, page)
);
-- It is compressed already.
ALTER TABLE document_page ALTER COLUMN content SET STORAGE EXTERNAL;

-- The sweep that finds documents without a row, from the newest to the oldest.
CREATE TABLE text_sweep (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),  -- Allows one row.
  below integer NOT NULL,                           -- Documents from this number on have a row. 0: all have.
  ended_at timestamptz                              -- When it last reached the oldest document.
);
