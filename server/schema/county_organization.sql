-- An organization in a county, under the county's own name for it. Without foreign keys: an import of a million rows would
-- check each row. Only imports write here. They add the organization first, and nobody removes an organization or county.
CREATE TABLE county_organization (
  county_id integer NOT NULL,     -- The county.
  party_number integer NOT NULL,  -- The organization.
  name text NOT NULL,             -- Its name in the county.
  search_name text NOT NULL GENERATED ALWAYS AS (search_text(name)) STORED,  -- What suggestions search.
  PRIMARY KEY (county_id, party_number)
);
CREATE INDEX county_organization_party ON county_organization (party_number);

CREATE TRIGGER county_organization_added AFTER INSERT ON county_organization
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_county_organization_change();
CREATE TRIGGER county_organization_changed AFTER UPDATE ON county_organization
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_county_organization_change();
CREATE TRIGGER county_organization_removed AFTER DELETE ON county_organization
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_county_organization_change();
