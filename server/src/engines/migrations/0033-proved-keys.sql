-- Reads all of it, and nobody waits; only then are the locks of moments taken.
ALTER TABLE stored_object VALIDATE CONSTRAINT stored_object_holds_check;
ALTER TABLE document VALIDATE CONSTRAINT document_county_key_check;
ALTER TABLE document VALIDATE CONSTRAINT document_has_a_county_key;
ALTER TABLE document VALIDATE CONSTRAINT document_status_id_fkey;
ALTER TABLE document_owner VALIDATE CONSTRAINT document_owner_county_key_check;
ALTER TABLE document_owner VALIDATE CONSTRAINT document_owner_has_a_county_key;
ALTER TABLE document_owner VALIDATE CONSTRAINT document_owner_document_fkey;
ALTER TABLE document_agent VALIDATE CONSTRAINT document_agent_county_key_check;
ALTER TABLE document_agent VALIDATE CONSTRAINT document_agent_has_a_county_key;
ALTER TABLE document_agent VALIDATE CONSTRAINT document_agent_document_fkey;

ALTER TABLE document ALTER COLUMN county_key SET NOT NULL, DROP CONSTRAINT document_has_a_county_key;
ALTER TABLE document_owner ALTER COLUMN county_key SET NOT NULL, DROP CONSTRAINT document_owner_has_a_county_key,
  DROP CONSTRAINT document_owner_document_id_fkey;
ALTER TABLE document_agent ALTER COLUMN county_key SET NOT NULL, DROP CONSTRAINT document_agent_has_a_county_key,
  DROP CONSTRAINT document_agent_document_id_fkey;
