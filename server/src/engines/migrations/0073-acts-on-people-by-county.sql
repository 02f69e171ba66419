-- outside a transaction
-- What was done to somebody of several counties is read by each of them, though its record stands under one.
CREATE INDEX CONCURRENTLY audit_record_concerned ON audit_record
  USING gin ((coalesce(before -> 'countyIDs', '[]') || coalesce(after -> 'countyIDs', '[]')))
  WHERE action IN ('account.added', 'account.changed', 'account.sessions_ended', 'account.link_sent', 'account.link_made', 'second_factor.reset');
