-- What somebody has uploaded on the last day they did, a day of the firm's zone. Kept only where the settings limit it.
CREATE TABLE uploaded_bytes (
  account_id integer PRIMARY KEY REFERENCES account,
  day date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0)
);
