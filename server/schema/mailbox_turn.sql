-- A lease: one server at a time reads the mailbox. A message that two servers read has no effect twice. This saves work only.
CREATE TABLE mailbox_turn (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),  -- Allows one row.
  owner uuid NOT NULL,                                             -- The server.
  until timestamptz NOT NULL                                       -- Until when.
);
