-- The types of documents in each category. Documents refer to the ids, so these never change.
CREATE TABLE document_type (
  id smallint PRIMARY KEY,                                -- Its number.
  category_id smallint NOT NULL REFERENCES category,      -- Its category.
  name text NOT NULL,                                     -- Its name.
  is_industrial_rendition boolean NOT NULL DEFAULT false, -- Whether its documents have rendered information.
  UNIQUE (category_id, name),
  UNIQUE (category_id, id)
);

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
-- A flag, because names may change.
UPDATE document_type SET is_industrial_rendition = true WHERE category_id = 1 AND name = 'Rendition';
