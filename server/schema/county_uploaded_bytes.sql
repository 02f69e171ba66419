-- The daily quota of a county. Written only where a setting limits it.
CREATE TABLE county_uploaded_bytes (
  county_id integer PRIMARY KEY REFERENCES county,  -- The county.
  day date NOT NULL,                                -- The last day with an upload, in the firm's time zone.
  bytes bigint NOT NULL CHECK (bytes >= 0),         -- What was uploaded on that day.
  full_until timestamptz(3),                        -- As in uploaded_bytes.
  full_limit bigint                                 -- As in uploaded_bytes.
);
