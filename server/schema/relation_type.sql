-- How an owner or agent is related to a document. Links refer to the ids, so these never change.
CREATE TABLE relation_type (
  id smallint PRIMARY KEY,   -- Its number.
  name text NOT NULL UNIQUE  -- Its name.
);
INSERT INTO relation_type (id, name)
SELECT position::smallint, name
FROM unnest(ARRAY['Owner', 'Operator', 'Lessee', 'Lessor', 'Working Interest Owner', 'Royalty Owner', 'Trustee',
  'Affiliate', 'Prior Owner', 'Property Tax Consultant', 'Attorney', 'CPA', 'Employee of Owner', 'Other'])
  WITH ORDINALITY AS r (name, position);
