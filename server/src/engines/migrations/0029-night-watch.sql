-- How far the portal has come with what it proves by itself each night.
CREATE TABLE night_watch (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
  -- The night that was begun last: the day of the firm's zone on which it ended.
  night date NOT NULL,
  -- The document whose bytes were read last; after the last of all comes the first.
  after_id integer NOT NULL DEFAULT 0,
  -- How many documents this night still has to read.
  share_left integer NOT NULL,
  database_checked boolean NOT NULL DEFAULT false
);

-- What the last look at a thing found wrong, until a later look finds it sound.
CREATE TABLE standing_finding (
  -- 'bytes' of a document, or 'database'.
  source text NOT NULL,
  -- The number of a document, or the finding itself.
  subject text NOT NULL,
  problem text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (source, subject)
);
