-- A manager enables again whom a manager disabled, and nobody else. It is the moment of that disabling: servers of the
-- release before write disabled_at alone, and what they write is never equal to it, so that it counts as an administrator's.
ALTER TABLE account ADD COLUMN disabled_by_manager_at timestamptz;
