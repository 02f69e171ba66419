-- How names and terms are compared while a person types: case does not count (ß is ss, İ is i), nor which white space
-- stands between words. Plain names, most of them, take the short way.
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN $1 !~ '[^ -~]|  ' THEN lower($1 COLLATE "C")
  ELSE replace(replace(
    translate(
      lower(
        upper(CASE WHEN $1 ~ U&'[\0300-\036F]' THEN normalize($1, NFC) ELSE $1 END COLLATE "und-x-icu")
        COLLATE "und-x-icu"),
      U&'\03C2\00A0\0009\000A\000D\0307', U&'\03C3\0020\0020\0020\0020'),
    '  ', ' '), '  ', ' ') COLLATE "C" END;

-- Party numbers and agents belong to the firm and are unique across counties.
CREATE TABLE organization (
  party_number integer PRIMARY KEY,
  organization_name text NOT NULL,
  search_name text NOT NULL GENERATED ALWAYS AS (search_text(organization_name)) STORED
);

-- An organization appears in a county under the county's own name for it.
CREATE TABLE county_organization (
  county_id integer NOT NULL REFERENCES county,
  party_number integer NOT NULL REFERENCES organization,
  name text NOT NULL,
  search_name text NOT NULL GENERATED ALWAYS AS (search_text(name)) STORED,
  PRIMARY KEY (county_id, party_number)
);
CREATE INDEX county_organization_party ON county_organization (party_number);

CREATE TABLE agent (
  agent_number integer PRIMARY KEY,
  organization_name text NOT NULL,
  search_name text NOT NULL GENERATED ALWAYS AS (search_text(organization_name)) STORED,
  -- '000', '00A'; may be blank and may repeat.
  legacy_code text NOT NULL DEFAULT '',
  address_1 text NOT NULL DEFAULT '',
  address_2 text NOT NULL DEFAULT '',
  address_3 text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  state_name text NOT NULL DEFAULT '',
  state_abbreviation text NOT NULL DEFAULT '',
  postal_code text NOT NULL DEFAULT ''
);

CREATE TABLE county_agent (
  county_id integer NOT NULL REFERENCES county,
  agent_number integer NOT NULL REFERENCES agent,
  PRIMARY KEY (county_id, agent_number)
);
CREATE INDEX county_agent_agent ON county_agent (agent_number);

-- One party in one county and year, as the appraisal district exports it. Dollars; no value is null.
CREATE TABLE owner_value (
  county_id integer NOT NULL REFERENCES county,
  appraisal_year smallint NOT NULL,
  party_number integer NOT NULL REFERENCES organization,
  owner_name text NOT NULL CHECK (owner_name <> ''),
  cad_owner_id text NOT NULL DEFAULT '',
  agent_number integer REFERENCES agent,
  agent_name text NOT NULL DEFAULT '',
  current_value numeric(15, 2),
  prior_value numeric(15, 2),
  PRIMARY KEY (county_id, appraisal_year, party_number)
);
CREATE INDEX owner_value_party ON owner_value (party_number);
