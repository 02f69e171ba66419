-- Agents of owners. Agent numbers belong to the firm and are unique across counties.
CREATE TABLE agent (
  agent_number integer PRIMARY KEY,             -- Its number at the firm.
  organization_name text NOT NULL,              -- Its name.
  search_name text NOT NULL GENERATED ALWAYS AS (search_text(organization_name)) STORED,  -- What suggestions search.
  legacy_code text NOT NULL DEFAULT '',         -- Such as '000' or '00A'. May be empty, and several agents may have the same.
  address_1 text NOT NULL DEFAULT '',           -- First line of the address.
  address_2 text NOT NULL DEFAULT '',           -- Second line of the address.
  address_3 text NOT NULL DEFAULT '',           -- Third line of the address.
  city text NOT NULL DEFAULT '',                -- City.
  state_name text NOT NULL DEFAULT '',          -- State.
  state_abbreviation text NOT NULL DEFAULT '',  -- State, two letters.
  postal_code text NOT NULL DEFAULT ''          -- ZIP code.
);
CREATE INDEX agent_search_name ON agent USING gin (search_name gin_trgm_ops);
CREATE TRIGGER agent_renamed AFTER UPDATE ON agent
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_owner_rolls_of_agents();
