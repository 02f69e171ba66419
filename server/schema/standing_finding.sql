-- What the last check found wrong, until a later check finds it sound.
CREATE TABLE standing_finding (
  source text NOT NULL,                         -- 'bytes' of a document, or 'database'.
  subject text NOT NULL,                        -- The number of a document, or the finding itself.
  problem text NOT NULL,                        -- What is wrong.
  found_at timestamptz NOT NULL DEFAULT now(),  -- When it was found.
  PRIMARY KEY (source, subject)
);
