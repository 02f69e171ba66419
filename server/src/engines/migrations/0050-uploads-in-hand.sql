-- Whose an upload under way is, and until when its server has it in hand, by the clock of the database, unless it says so
-- again: by these a person's uploads count together on all servers. Null of one that no person sends, or a server of the
-- release before. Without a reference to account, whose row every upload would lock for what lasts a moment.
ALTER TABLE stored_object
  ADD COLUMN account_id integer,
  ADD COLUMN in_hand_until timestamptz;
