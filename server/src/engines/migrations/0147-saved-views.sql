-- Filters of the documents list under a name.
CREATE TABLE saved_view (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  account_id integer NOT NULL REFERENCES account,       -- Who created it.
  audience text NOT NULL CHECK (audience IN ('me', 'county', 'firm')),  -- Who sees it: its owner, a county's people, or the firm's.
  county_id integer REFERENCES county,                  -- The county whose people see it. Null for other audiences.
  name text NOT NULL CHECK (name <> ''),                -- What its owner calls it.
  filters jsonb NOT NULL,                               -- The parsed parameters of the list, by their names. See list-filters.ts.
  created_at timestamptz(3) NOT NULL,                   -- When it was created.
  changed_at timestamptz(3) NOT NULL,                   -- When it was last changed.
  CONSTRAINT saved_view_county CHECK ((audience = 'county') = (county_id IS NOT NULL))
);
-- A name is unique among the views of a person, of a county and of the firm. Each also finds them.
CREATE UNIQUE INDEX saved_view_own_name ON saved_view (account_id, search_text(name)) WHERE audience = 'me';
CREATE UNIQUE INDEX saved_view_county_name ON saved_view (county_id, search_text(name)) WHERE audience = 'county';
CREATE UNIQUE INDEX saved_view_firm_name ON saved_view (search_text(name)) WHERE audience = 'firm';
CREATE INDEX saved_view_account ON saved_view (account_id);

-- What a person has set on a view for themselves.
CREATE TABLE saved_view_setting (
  account_id integer NOT NULL REFERENCES account,       -- The person.
  view_id integer NOT NULL REFERENCES saved_view ON DELETE CASCADE,  -- The view.
  place integer,                                        -- Its place in the person's order. Null: after those with one.
  columns jsonb,                                        -- The shown columns: [{"key", "width"}]. Null: the default ones.
  PRIMARY KEY (account_id, view_id)
);
CREATE INDEX saved_view_setting_view ON saved_view_setting (view_id);

-- What a person has set on the documents list for themselves.
CREATE TABLE list_setting (
  account_id integer PRIMARY KEY REFERENCES account,    -- The person.
  default_view_id integer REFERENCES saved_view ON DELETE SET NULL,  -- The view that the list opens with. Null: none.
  columns jsonb                                         -- The shown columns without a view, as in saved_view_setting.
);
CREATE INDEX list_setting_default ON list_setting (default_view_id) WHERE default_view_id IS NOT NULL;
