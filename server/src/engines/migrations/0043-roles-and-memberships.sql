-- A person has one of five roles and may belong to several counties. Servers of the release before know is_admin and one
-- county: triggers keep both, so what they write is understood and what they read is never more than a person may see.

LOCK TABLE account, session;

ALTER TABLE account
  ADD COLUMN role text NOT NULL DEFAULT 'user'
    CHECK (role IN ('user', 'manager', 'staff', 'administrator', 'reader'));
UPDATE account SET role = 'administrator' WHERE is_admin;
ALTER TABLE account ADD CONSTRAINT account_is_admin_by_role CHECK (is_admin = (role = 'administrator'));

CREATE FUNCTION name_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.is_admin OR TG_OP = 'UPDATE' AND NEW.role = OLD.role AND NEW.is_admin AND NOT OLD.is_admin THEN
    NEW.role := 'administrator';
  ELSIF TG_OP = 'UPDATE' AND NEW.role = OLD.role AND OLD.is_admin AND NOT NEW.is_admin THEN
    NEW.role := 'user';
  END IF;
  NEW.is_admin := NEW.role = 'administrator';
  RETURN NEW;
END $$;
CREATE TRIGGER account_role BEFORE INSERT OR UPDATE OF role, is_admin ON account
  FOR EACH ROW EXECUTE FUNCTION name_role();

CREATE TABLE membership (
  account_id integer NOT NULL REFERENCES account,
  county_id integer NOT NULL REFERENCES county,
  PRIMARY KEY (account_id, county_id)
);
CREATE INDEX membership_county ON membership (county_id, account_id);
INSERT INTO membership (account_id, county_id) SELECT id, county_id FROM account WHERE county_id IS NOT NULL;

-- The county of an account is the chosen one of those that its person belongs to. Another than these is what a server of
-- the release before means by a move: the person belongs there alone from now on.
CREATE FUNCTION keep_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER account_added_to_its_county AFTER INSERT ON account
  FOR EACH ROW WHEN (NEW.county_id IS NOT NULL) EXECUTE FUNCTION keep_memberships();
CREATE TRIGGER account_moved_to_its_county AFTER UPDATE OF county_id ON account
  FOR EACH ROW WHEN (NEW.county_id IS DISTINCT FROM OLD.county_id) EXECUTE FUNCTION keep_memberships();
ALTER TABLE account
  ADD CONSTRAINT account_county_is_theirs FOREIGN KEY (id, county_id) REFERENCES membership DEFERRABLE INITIALLY DEFERRED;

-- A session has a name that may be told, what began it, and when its person last proved who they are. What servers of the
-- release before begin has no proof.
ALTER TABLE session
  ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN user_agent text,
  ADD COLUMN proven_at timestamptz;
