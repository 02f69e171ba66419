-- Sets since when a file of the drop folder is open: a refused file, and one that changed and is still in its folder,
-- until a person marks it as done.
CREATE OR REPLACE FUNCTION set_drop_file_open() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.open_since := NULL;
  IF NEW.state = 'refused' OR (NEW.changed_at IS NOT NULL AND NEW.lies_as IS NOT NULL) THEN
    NEW.open_since := coalesce(NEW.changed_at, NEW.taken_at);
    IF EXISTS (SELECT FROM drop_file_done WHERE drop_file_id = NEW.id AND done_at >= NEW.open_since) THEN
      NEW.open_since := NULL;
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- Sets it anew for the file, after Done and after its Undo. The update waits for another change of the file, and that change waits for it.
CREATE OR REPLACE FUNCTION close_done_drop_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE drop_file SET state = state WHERE id = coalesce(NEW.drop_file_id, OLD.drop_file_id);
  RETURN NULL;
END $$;
