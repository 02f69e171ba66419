-- outside a transaction
-- What lies in `done` is looked at again for a day.
DROP INDEX CONCURRENTLY IF EXISTS drop_file_watched;
CREATE INDEX CONCURRENTLY drop_file_watched ON drop_file (put_away_at, id) WHERE lies_as IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS drop_file_changed;
CREATE INDEX CONCURRENTLY drop_file_changed ON drop_file (put_away_at, id) WHERE changed_at IS NOT NULL AND lies_as IS NOT NULL;
