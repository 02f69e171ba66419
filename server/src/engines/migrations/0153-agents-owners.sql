-- outside a transaction
-- The owners of an agent on the roll of a county and year, to count them beside a suggestion.
CREATE INDEX CONCURRENTLY owner_value_agent ON owner_value (agent_number, county_id, appraisal_year) WHERE agent_number IS NOT NULL;
