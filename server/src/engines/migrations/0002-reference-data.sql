CREATE TABLE category (
  id smallint PRIMARY KEY,
  name text NOT NULL UNIQUE
);

CREATE TABLE document_type (
  id smallint PRIMARY KEY,
  category_id smallint NOT NULL REFERENCES category,
  name text NOT NULL,
  UNIQUE (category_id, name),
  UNIQUE (category_id, id)
);

CREATE TABLE relation_type (
  id smallint PRIMARY KEY,
  name text NOT NULL UNIQUE
);

-- The trade's own words; ids are what documents refer to, so they never change.
INSERT INTO category (id, name) VALUES
  (1, 'Industrial'), (2, 'Mineral'), (3, 'Utility and Pipeline'), (4, 'Business Personal Property'),
  (5, 'Agent Authorization'), (6, 'Protest and Appeal'), (7, 'Correspondence'), (8, 'County');

INSERT INTO document_type (id, category_id, name)
SELECT (row_number() OVER (ORDER BY c.category_id, t.position))::smallint, c.category_id::smallint, t.name
FROM (VALUES
  (1, ARRAY['Rendition', 'Extension Request', 'Asset List', 'Depreciation Schedule', 'Construction in Progress', 'Freeport Application', 'Abatement', 'Pollution Control', 'Allocation of Value', 'Inventory Report', 'Plant Visit Notes', 'Other']),
  (2, ARRAY['Rendition', 'Division Order', 'Owner List', 'Production Report', 'Lease Operating Statement', 'Reserve Report', 'Deed or Assignment', 'Other']),
  (3, ARRAY['Rendition', 'Mileage Report', 'Rolling Stock', 'Annual Report', 'Extension Request', 'Other']),
  (4, ARRAY['Rendition', 'Leased Equipment List', 'Watercraft', 'Aircraft', 'Extension Request', 'Other']),
  (5, ARRAY['Appointment of Agent', 'Revocation', 'Lessee''s Designation', 'Authority Letter']),
  (6, ARRAY['Notice of Protest', 'Evidence', 'Settlement', 'ARB Order', 'Correction Motion', 'Litigation']),
  (7, ARRAY['Letter', 'E-mail', 'Address or Ownership Change', 'Information Request', 'Other']),
  (8, ARRAY['Certified Roll', 'Supplement', 'Value Notice', 'Contract', 'Other'])
) AS c (category_id, names)
CROSS JOIN LATERAL unnest(c.names) WITH ORDINALITY AS t (name, position);

INSERT INTO relation_type (id, name)
SELECT position::smallint, name
FROM unnest(ARRAY['Owner', 'Operator', 'Lessee', 'Lessor', 'Working Interest Owner', 'Royalty Owner', 'Trustee',
  'Affiliate', 'Prior Owner', 'Property Tax Consultant', 'Attorney', 'CPA', 'Employee of Owner', 'Other'])
  WITH ORDINALITY AS r (name, position);
