-- An agent's name shows in the roll of every county where the agent stands, so all these are written anew.
CREATE OR REPLACE FUNCTION mark_owner_rolls_of_agents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE owner_roll SET version = version + 1
  WHERE county_id IN (SELECT c.county_id FROM changed JOIN county_agent AS c USING (agent_number));
  RETURN NULL;
END $$;
