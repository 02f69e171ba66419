-- What a county has taken in on the last day it did, a day of the firm's zone. Kept only where the settings limit it.
CREATE TABLE county_uploaded_bytes (
  county_id integer PRIMARY KEY REFERENCES county,
  day date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
