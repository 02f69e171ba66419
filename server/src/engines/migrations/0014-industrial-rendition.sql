-- Rendered information belongs to documents of one type. The flag says which: names are worded anew, and a screen for
-- reference data may one day rename them.
ALTER TABLE document_type ADD COLUMN is_industrial_rendition boolean NOT NULL DEFAULT false;
UPDATE document_type AS type SET is_industrial_rendition = true
FROM category
WHERE category.id = type.category_id AND category.name = 'Industrial' AND type.name = 'Rendition';
