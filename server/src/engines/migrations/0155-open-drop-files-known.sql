-- outside a transaction
-- The open files of the drop folder, the newest first.
CREATE INDEX CONCURRENTLY drop_file_open ON drop_file (open_since, id) WHERE open_since IS NOT NULL;
-- The trigger sets open_since, also if a person marks the file as done meanwhile.
-- repeat until no row is left
UPDATE drop_file SET state = state WHERE id IN (
  SELECT id FROM drop_file AS f
  WHERE (state = 'refused' OR (changed_at IS NOT NULL AND lies_as IS NOT NULL)) AND open_since IS NULL
    AND NOT EXISTS (SELECT FROM drop_file_done WHERE drop_file_id = f.id AND done_at >= coalesce(f.changed_at, f.taken_at))
  LIMIT 5000);
