-- Which document corrects an older one. Bytes and receipts of both stay, and so do their versions.
CREATE TABLE document_correction (
  document_id integer PRIMARY KEY REFERENCES document ON DELETE CASCADE,      -- The newer document.
  corrects_id integer NOT NULL UNIQUE REFERENCES document ON DELETE CASCADE,  -- The older one. One document at most corrects it.
  corrected_by integer NOT NULL REFERENCES account,                           -- Who said so.
  corrected_at timestamptz(3) NOT NULL,                                       -- When.
  CONSTRAINT document_correction_of_older CHECK (corrects_id < document_id)   -- So no chain has a circle.
);
-- The document that an upload under way corrects. Without a foreign key: somebody may delete the document.
ALTER TABLE resumable_upload ADD COLUMN corrects_id integer;
