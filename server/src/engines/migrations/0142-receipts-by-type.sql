-- What a receipt says of each file besides its bytes, as it was when the receipt was made, and its place in the batch. Older
-- receipts, and those of servers of the release before, say none of it: their check code is made in form 1.
ALTER TABLE receipt ADD COLUMN form smallint NOT NULL DEFAULT 1 CHECK (form IN (1, 2));
ALTER TABLE receipt_file
  ADD COLUMN place integer,
  ADD COLUMN category text,
  ADD COLUMN type text,
  ADD COLUMN description text,
  -- Names of owners, with their relation; null where the document had none.
  ADD COLUMN owners text;
