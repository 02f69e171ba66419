-- The roll: one owner in one county and year, as the appraisal district exports it. Without foreign keys, as
-- county_organization. An agent's number may be one that the firm does not know yet.
CREATE TABLE owner_value (
  county_id integer NOT NULL,                       -- The county.
  appraisal_year smallint NOT NULL,                 -- The year.
  party_number integer NOT NULL,                    -- The owner.
  owner_name text NOT NULL CHECK (owner_name <> ''),-- The owner's name on the roll.
  cad_owner_id text NOT NULL DEFAULT '',            -- The owner's number at the appraisal district.
  agent_number integer,                             -- The owner's agent.
  agent_name text NOT NULL DEFAULT '',              -- The agent's name on the roll. Empty: the agent's own name is shown.
  current_value numeric(15, 2),                     -- Dollars. Null: no value.
  prior_value numeric(15, 2),                       -- Dollars, of the year before. Null: no value.
  import_id integer,                                -- The import_run that wrote it last. Null: no known import.
  PRIMARY KEY (county_id, appraisal_year, party_number)
);
-- A change by anything but an import cannot be undone as an import.
CREATE TRIGGER owner_value_changed_by_no_import BEFORE UPDATE ON owner_value
  FOR EACH ROW WHEN (NEW.import_id = OLD.import_id) EXECUTE FUNCTION forget_import();
-- Migration 0153: owner_value_agent, the owners of an agent in a county and year.
