-- A roll of hundreds of thousands of rows is answered as it was written once: as columns, compressed. Who changes what a
-- roll shows raises its version, and whoever asks next, or the job that the import leaves, writes it anew.
CREATE TABLE owner_roll (
  county_id integer NOT NULL REFERENCES county,
  appraisal_year smallint NOT NULL,
  version bigint NOT NULL,
  -- Which version the columns below show; null while there are none.
  written_version bigint,
  -- SHA-256 of the columns as JSON.
  content_hash bytea CHECK (octet_length(content_hash) = 32),
  -- JSON, brotli.
  columns bytea,
  PRIMARY KEY (county_id, appraisal_year)
);
ALTER TABLE owner_roll ALTER COLUMN columns SET STORAGE EXTERNAL;

-- How many files the owners of a county have.
CREATE INDEX document_owner_county ON document_owner (county_id, document_id);

-- A million values are loaded at once, and foreign keys would be checked row by row: that alone took longer than all else.
-- The imports, which are all that writes here, add the organizations that are missing in the same transaction, and
-- neither these nor counties are ever removed. An agent's number may be one that the firm does not know yet: where the
-- file gives no name, the row shows one as soon as the agents are imported.
ALTER TABLE owner_value
  DROP CONSTRAINT owner_value_county_id_fkey,
  DROP CONSTRAINT owner_value_party_number_fkey,
  DROP CONSTRAINT owner_value_agent_number_fkey;
ALTER TABLE county_organization
  DROP CONSTRAINT county_organization_county_id_fkey,
  DROP CONSTRAINT county_organization_party_number_fkey;
-- Served the foreign key only; a party is looked for in its county.
DROP INDEX owner_value_party;

CREATE FUNCTION mark_owner_rolls_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE owner_roll SET version = version + 1
  WHERE county_id IN (SELECT c.county_id FROM changed JOIN county_agent AS c USING (agent_number));
  RETURN NULL;
END $$;
CREATE TRIGGER agent_renamed AFTER UPDATE ON agent
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_owner_rolls_of_agents();
CREATE TRIGGER county_agent_added AFTER INSERT ON county_agent
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_owner_rolls_of_agents();
