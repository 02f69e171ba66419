-- The categories of documents. Documents refer to the ids, so these never change.
CREATE TABLE category (
  id smallint PRIMARY KEY,   -- Its number.
  name text NOT NULL UNIQUE  -- Its name.
);
INSERT INTO category (id, name) VALUES
  (1, 'Industrial'), (2, 'Mineral'), (3, 'Utility and Pipeline'), (4, 'Business Personal Property'),
  (5, 'Agent Authorization'), (6, 'Protest and Appeal'), (7, 'Correspondence'), (8, 'County');
