-- The progress of the nightly checks.
CREATE TABLE night_watch (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),  -- Allows one row.
  night date NOT NULL,                                             -- The last night that began: the day of the firm's time zone on which it ended.
  after_id integer NOT NULL DEFAULT 0,                             -- The last document whose bytes were read. After the last of all comes the first.
  share_left integer NOT NULL,                                     -- How many documents this night still has to read.
  database_checked boolean NOT NULL DEFAULT false                  -- Whether this night has checked the database.
);
