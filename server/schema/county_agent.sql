-- The agents of a county.
CREATE TABLE county_agent (
  county_id integer NOT NULL REFERENCES county,    -- The county.
  agent_number integer NOT NULL REFERENCES agent,  -- The agent.
  PRIMARY KEY (county_id, agent_number)
);
CREATE INDEX county_agent_agent ON county_agent (agent_number);
CREATE TRIGGER county_agent_added AFTER INSERT ON county_agent
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_owner_rolls_of_agents();
