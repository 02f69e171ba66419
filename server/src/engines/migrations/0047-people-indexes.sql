-- outside a transaction
-- The list of people walks one of its two orders, and a search finds its few by trigrams.
CREATE INDEX CONCURRENTLY account_by_address ON account ((email COLLATE "und-x-icu"), id);
CREATE INDEX CONCURRENTLY account_by_last_sign_in ON account ((coalesce(signed_in_at, '-infinity'::timestamptz)) DESC, id DESC);
CREATE INDEX CONCURRENTLY account_person_search ON account USING gin (person_search gin_trgm_ops);
