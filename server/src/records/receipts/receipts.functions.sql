-- Stands before every change and removal of a receipt, of its files, and of the secret that check codes are made by.
CREATE OR REPLACE FUNCTION receipts_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipts are never changed or removed';
END $$;
