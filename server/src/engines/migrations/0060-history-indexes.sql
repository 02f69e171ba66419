-- outside a transaction
-- What happened is read newest first by county, by kind of act, and by both.
CREATE INDEX CONCURRENTLY audit_record_county ON audit_record (county_id, at);
CREATE INDEX CONCURRENTLY audit_record_action ON audit_record (action, at);
CREATE INDEX CONCURRENTLY audit_record_county_action ON audit_record (county_id, action, at);
