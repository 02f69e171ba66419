-- Suggestions while a person types. Agents are few: their names are searched by trigrams.
CREATE INDEX agent_search_name ON agent USING gin (search_name gin_trgm_ops);

-- Organizations are many, and a term of one or two letters finds most of them: each server searches a county's names in
-- memory, and reads them anew when this number has grown. TRUNCATE is the one change that it does not count.
CREATE TABLE county_organization_version (
  county_id integer PRIMARY KEY REFERENCES county,
  version bigint NOT NULL
);

CREATE FUNCTION count_county_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order, so that two who change several counties wait for each other instead of deadlocking.
  INSERT INTO county_organization_version AS v (county_id, version)
  SELECT DISTINCT county_id, 1 FROM changed ORDER BY county_id
  ON CONFLICT (county_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER county_organization_added AFTER INSERT ON county_organization
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_county_organization_change();
CREATE TRIGGER county_organization_changed AFTER UPDATE ON county_organization
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_county_organization_change();
CREATE TRIGGER county_organization_removed AFTER DELETE ON county_organization
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_county_organization_change();

-- The firm's name of an organization shows in every county where it appears.
CREATE FUNCTION count_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO county_organization_version AS v (county_id, version)
  SELECT DISTINCT c.county_id, 1 FROM changed JOIN county_organization AS c USING (party_number) ORDER BY 1
  ON CONFLICT (county_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER organization_changed AFTER UPDATE ON organization
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_organization_change();
