-- Until when a day is full for something that has arrived and waits, and the limit in bytes that it met: all servers report
-- it, and a limit that was raised since ends the report.
ALTER TABLE uploaded_bytes ADD COLUMN full_until timestamptz(3), ADD COLUMN full_limit bigint;
ALTER TABLE county_uploaded_bytes ADD COLUMN full_until timestamptz(3), ADD COLUMN full_limit bigint;
