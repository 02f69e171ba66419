-- outside a transaction
-- A name is one county's, however it is written: search_text() says which are alike. Where two have one already, the
-- later keeps it until somebody renames one of them.
-- repeat until no row is left
UPDATE county SET is_namesake = true
WHERE NOT is_namesake AND EXISTS (
  SELECT FROM county AS other
  WHERE search_text(other.name) = search_text(county.name) AND other.id < county.id AND NOT other.is_namesake);
CREATE UNIQUE INDEX CONCURRENTLY county_name_folded ON county (search_text(name)) WHERE NOT is_namesake;
