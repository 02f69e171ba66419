-- Files from the drop folder of a county, and what became of each.
CREATE TABLE drop_file (
  id uuid PRIMARY KEY,                           -- The name of the folder below `.working` with the file, until the file is archived.
  county_id integer NOT NULL REFERENCES county,  -- The county.
  folder text NOT NULL,                          -- The county's folder below DROP_FOLDER.
  file_name text NOT NULL,                       -- The name of the file.
  taken_at timestamptz(3) NOT NULL,              -- When the portal took it.
  state text NOT NULL DEFAULT 'taken' CHECK (state IN ('taken', 'accepted', 'refused')),  -- What became of it.
  document_id integer,                           -- The document. Without a foreign key: somebody may delete the document.
  reason text,                                   -- Why it was rejected.
  lease_owner uuid,                              -- The server that works on it.
  leased_until timestamptz(3),                   -- Until when that server works on it.
  put_away_at timestamptz(3),                    -- When it was moved to `done` or `refused`, with its note.
  inode numeric(20),                             -- The file on its disk.
  filed_as text,                                 -- Inode, size and time of change when it became a document, or last changed, as one text to compare.
  lies_in text,                                  -- The folder of its day in `done`, while the portal checks it for changes.
  lies_as bytea,                                 -- Its name there, which may be any bytes.
  changed_at timestamptz(3),                     -- When the portal saw that it differs from the document.
  -- Migration 0154: open_since timestamptz(3), since when it needs a person. Null: it needs nobody. Triggers set it.
  CONSTRAINT drop_file_check CHECK ((state = 'accepted') = (document_id IS NOT NULL)),
  CONSTRAINT drop_file_check1 CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX drop_file_in_hand ON drop_file (taken_at) WHERE put_away_at IS NULL;
CREATE INDEX drop_file_of_county ON drop_file (county_id);
CREATE INDEX drop_file_watched ON drop_file (put_away_at, id) WHERE lies_as IS NOT NULL;
CREATE INDEX drop_file_changed ON drop_file (put_away_at, id) WHERE changed_at IS NOT NULL AND lies_as IS NOT NULL;
-- Migration 0149: drop_file_refused, the refused files by time.
-- Migration 0151: the table drop_file_done, the files that a person marked as done.
-- Migration 0155: drop_file_open, the open files by time.
