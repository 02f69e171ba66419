-- outside a transaction
-- The two orders of the list of people, each with all that it filters by: who is on a page, and how many there are, is read
-- from the index alone.
CREATE INDEX CONCURRENTLY account_listed_by_address ON account ((email COLLATE "und-x-icu"), id)
  INCLUDE (role, disabled_at, has_password, has_second_factor);
CREATE INDEX CONCURRENTLY account_listed_by_last_sign_in
  ON account ((coalesce(signed_in_at, '-infinity'::timestamptz)) DESC, id DESC)
  INCLUDE (signed_in_at, role, disabled_at, has_password, has_second_factor);
DROP INDEX CONCURRENTLY IF EXISTS account_by_address;
DROP INDEX CONCURRENTLY IF EXISTS account_by_last_sign_in;
