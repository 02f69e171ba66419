CREATE TABLE county (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number in this portal.
  name text NOT NULL UNIQUE CHECK (name <> ''),         -- Its name, as people see it.
  number text UNIQUE CHECK (number ~ '^\d{3}$'),        -- Its number in the state, three digits.
  created_at timestamptz NOT NULL,                      -- When it was added.
  is_namesake boolean NOT NULL DEFAULT false,           -- Whether it had another county's name when names became unique. A new name ends it.
  closed_at timestamptz(3),                             -- When it was closed: no uploads and no registrations since then.
  contacts text NOT NULL DEFAULT ''                     -- The firm's contacts there, in lines.
);

-- Two counties never have the same name in two spellings.
CREATE UNIQUE INDEX county_name_folded ON county (search_text(name)) WHERE NOT is_namesake;

CREATE TRIGGER county_renamed BEFORE UPDATE OF name ON county
  FOR EACH ROW WHEN (NEW.name IS DISTINCT FROM OLD.name) EXECUTE FUNCTION end_namesake();
