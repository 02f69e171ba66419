-- Refused and changed files of the drop folder that a person marked as done. The others are open.
CREATE TABLE drop_file_done (
  drop_file_id uuid PRIMARY KEY REFERENCES drop_file,  -- The file.
  done_at timestamptz(3) NOT NULL,                     -- When it was marked.
  done_by integer REFERENCES account                   -- Who marked it. Null: this migration did.
);
-- The list of them, the newest first.
CREATE INDEX drop_file_done_newest ON drop_file_done (done_at, drop_file_id);
-- The release before showed a refused file for seven days, and nobody could mark it. Years of them would be open at once.
INSERT INTO drop_file_done (drop_file_id, done_at)
SELECT id, now() FROM drop_file WHERE state = 'refused' AND taken_at < now() - interval '7 days';
