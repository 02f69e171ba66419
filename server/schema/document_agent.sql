-- The agents of a document, as document_owner.
CREATE TABLE document_agent (
  document_id integer NOT NULL,                               -- The document.
  agent_number integer NOT NULL REFERENCES agent,             -- The agent.
  relation_type_id smallint NOT NULL REFERENCES relation_type,-- How the agent is related to it.
  county_id integer REFERENCES county,                        -- The county of the document. A trigger writes it.
  linked_at timestamptz NOT NULL,                             -- When it was linked.
  linked_by integer NOT NULL REFERENCES account,              -- Who linked it.
  county_key integer NOT NULL DEFAULT 0,                      -- document.county_key. A trigger writes it.
  PRIMARY KEY (document_id, agent_number, relation_type_id),
  CONSTRAINT document_agent_county_key_check CHECK (county_key = coalesce(county_id, 0)),
  CONSTRAINT document_agent_document_fkey FOREIGN KEY (document_id, county_key) REFERENCES document (id, county_key)
    ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX document_agent_agent ON document_agent (agent_number, document_id);
CREATE TRIGGER document_agent_of_its_county BEFORE INSERT OR UPDATE ON document_agent
  FOR EACH ROW EXECUTE FUNCTION name_county_of_link();
