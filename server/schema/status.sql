-- The statuses of documents.
CREATE TABLE status (
  id smallint PRIMARY KEY,                      -- Its number.
  name text NOT NULL UNIQUE CHECK (name <> ''), -- Its name.
  -- A higher rank is earlier in the list. The ranks leave room for another status. Not 2 to 4, which had another meaning.
  rank smallint NOT NULL UNIQUE CHECK (rank >= 1 AND rank NOT BETWEEN 2 AND 4)
);
INSERT INTO status (id, name, rank) VALUES (1, 'New', 301), (3, 'In Progress', 201), (4, 'Needs More Info', 101), (2, 'Completed', 1);
