-- Tell the servers that hold a county's names in memory to read them anew.
CREATE OR REPLACE FUNCTION count_county_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order, so that two who change several counties wait for each other instead of deadlocking.
  INSERT INTO county_organization_version AS v (county_id, version)
  SELECT DISTINCT county_id, 1 FROM changed ORDER BY county_id
  ON CONFLICT (county_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;

-- The firm's name of an organization shows in every county where it appears.
CREATE OR REPLACE FUNCTION count_organization_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO county_organization_version AS v (county_id, version)
  SELECT DISTINCT c.county_id, 1 FROM changed JOIN county_organization AS c USING (party_number) ORDER BY 1
  ON CONFLICT (county_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
