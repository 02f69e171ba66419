-- Owners. Party numbers belong to the firm and are unique across counties.
CREATE TABLE organization (
  party_number integer PRIMARY KEY,  -- Its number at the firm.
  organization_name text NOT NULL,   -- Its name at the firm.
  search_name text NOT NULL GENERATED ALWAYS AS (search_text(organization_name)) STORED  -- What suggestions search.
);
CREATE TRIGGER organization_changed AFTER UPDATE ON organization
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_organization_change();
