-- Who works on a document: one person, or nobody. An assignment is no part of the document's version.
CREATE TABLE document_assignee (
  document_id integer PRIMARY KEY REFERENCES document ON DELETE CASCADE,  -- The document. It keeps its assignee in the bin.
  person_id integer NOT NULL REFERENCES account,        -- Who works on it. It counts while they may see the document.
  assigned_by integer NOT NULL REFERENCES account,      -- Who assigned it. The person themselves took it.
  assigned_at timestamptz(3) NOT NULL                   -- When.
);
-- The documents of a person, newest first.
CREATE INDEX document_assignee_of_person ON document_assignee (person_id, assigned_at DESC, document_id DESC);
