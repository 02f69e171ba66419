-- What a file of the drop folder is on its disk, and how it looked when it became a document: people of a county can put other
-- files in its place, and write on to it. Null of files that the release before takes.
ALTER TABLE drop_file
  ADD COLUMN inode numeric(20),
  -- Inode, size and time of change, as one text to compare.
  ADD COLUMN filed_as text,
  -- Of one in `done` that is looked at again: the folder of its day, and its name there, which may be any bytes.
  ADD COLUMN lies_in text,
  ADD COLUMN lies_as bytea,
  -- When the portal saw that it is not any more what was filed.
  ADD COLUMN changed_at timestamptz(3);
