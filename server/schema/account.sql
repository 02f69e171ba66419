-- A person. How they sign in is in credential, passkey and identity. Their counties are in membership.
CREATE TABLE account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,             -- Its number in this portal.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),         -- Their e-mail address, which is also their user name.
  is_admin boolean NOT NULL DEFAULT false,                         -- Whether the role is administrator. The trigger account_role writes it.
  county_id integer REFERENCES county,                             -- The county that they work for now, one of membership.
  created_at timestamptz NOT NULL,                                 -- When it was added.
  confirmed_at timestamptz,                                        -- When they first proved that the address is theirs.
  disabled_at timestamptz,                                         -- When it was disabled. Null: they may sign in.
  role text NOT NULL DEFAULT 'user'                                -- What they may do, see contract/src/access.
    CHECK (role IN ('user', 'manager', 'staff', 'administrator', 'reader')),
  full_name text NOT NULL DEFAULT '',                              -- Their name.
  signed_in_at timestamptz(3),                                     -- When they last signed in.
  person_search text NOT NULL GENERATED ALWAYS AS (search_text(email || ' ' || full_name)) STORED,  -- What the list of people searches.
  disabled_by_manager_at timestamptz,                              -- Equal to disabled_at if a manager disabled it. Then a manager may enable it again.
  has_password boolean NOT NULL DEFAULT false,                     -- Whether credential has a row. A trigger there writes it.
  has_second_factor boolean NOT NULL DEFAULT false,                -- Whether second_factor has a confirmed row. A trigger there writes it.
  CONSTRAINT account_is_admin_by_role CHECK (is_admin = (role = 'administrator'))
  -- account_county_is_theirs is in membership.sql.
);

-- The two orders of the list of people, each with every column that the list filters by.
CREATE INDEX account_listed_by_address ON account ((email COLLATE "und-x-icu"), id)
  INCLUDE (role, disabled_at, has_password, has_second_factor);
CREATE INDEX account_listed_by_last_sign_in
  ON account ((coalesce(signed_in_at, '-infinity'::timestamptz)) DESC, id DESC)
  INCLUDE (signed_in_at, role, disabled_at, has_password, has_second_factor);
CREATE INDEX account_person_search ON account USING gin (person_search gin_trgm_ops);

CREATE TRIGGER account_role BEFORE INSERT OR UPDATE OF role, is_admin ON account
  FOR EACH ROW EXECUTE FUNCTION name_role();
-- A county that is not in membership replaces all counties of the account.
CREATE TRIGGER account_added_to_its_county AFTER INSERT ON account
  FOR EACH ROW WHEN (NEW.county_id IS NOT NULL) EXECUTE FUNCTION keep_memberships();
CREATE TRIGGER account_moved_to_its_county AFTER UPDATE OF county_id ON account
  FOR EACH ROW WHEN (NEW.county_id IS DISTINCT FROM OLD.county_id) EXECUTE FUNCTION keep_memberships();
