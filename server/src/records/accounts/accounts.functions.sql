-- Servers of the release before know is_admin and one county: these keep both beside roles and memberships.
CREATE OR REPLACE FUNCTION name_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.is_admin OR TG_OP = 'UPDATE' AND NEW.role = OLD.role AND NEW.is_admin AND NOT OLD.is_admin THEN
    NEW.role := 'administrator';
  ELSIF TG_OP = 'UPDATE' AND NEW.role = OLD.role AND OLD.is_admin AND NOT NEW.is_admin THEN
    NEW.role := 'user';
  END IF;
  NEW.is_admin := NEW.role = 'administrator';
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.county_id IS NOT NULL AND EXISTS (
    SELECT FROM membership AS m WHERE m.account_id = NEW.id AND m.county_id = NEW.county_id
  ) THEN
    RETURN NULL;
  END IF;
  DELETE FROM membership AS m WHERE m.account_id = NEW.id;
  IF NEW.county_id IS NOT NULL THEN
    INSERT INTO membership (account_id, county_id) VALUES (NEW.id, NEW.county_id);
  END IF;
  RETURN NULL;
END $$;

-- Servers of the release before begin sessions without a proof, and know no second factor.
CREATE OR REPLACE FUNCTION refuse_single_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM second_factor AS s WHERE s.account_id = NEW.account_id AND s.confirmed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'Account % has a second factor: its sessions begin on servers that ask for it.', NEW.account_id;
  END IF;
  RETURN NEW;
END $$;

-- Of an account, what its list is filtered by.
CREATE OR REPLACE FUNCTION keep_has_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account AS a SET has_password = TG_OP = 'INSERT' WHERE a.id = coalesce(NEW.account_id, OLD.account_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_has_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account AS a SET has_second_factor = TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL
  WHERE a.id = coalesce(NEW.account_id, OLD.account_id)
    AND a.has_second_factor <> (TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL);
  RETURN NULL;
END $$;
