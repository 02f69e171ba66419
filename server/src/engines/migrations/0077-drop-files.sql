-- The drop folder: each file that the portal has taken out of a county's folder, and what became of it. `id` is the name of
-- the folder below `.working` in which the file lies until it is put away, so that a server which is killed at any step
-- leaves what the next one goes on from.
CREATE TABLE drop_file (
  id uuid PRIMARY KEY,
  county_id integer NOT NULL REFERENCES county,
  -- Of the county, below DROP_FOLDER.
  folder text NOT NULL,
  file_name text NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'taken' CHECK (state IN ('taken', 'accepted', 'refused')),
  -- No reference: a document that is deleted for good was accepted all the same.
  document_id integer,
  reason text,
  -- The server that has it in hand, and until when.
  lease_owner uuid,
  leased_until timestamptz(3),
  -- When it was put into `done` or `refused`, with its note.
  put_away_at timestamptz(3),
  CHECK ((state = 'accepted') = (document_id IS NOT NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX drop_file_in_hand ON drop_file (taken_at) WHERE put_away_at IS NULL;
CREATE INDEX drop_file_of_county ON drop_file (county_id);
