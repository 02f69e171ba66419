-- What the list of people tells of each: a name, and when they signed in last. Servers of the release before write neither;
-- until all are of this one, a sign-in there is not told. Nor do they know these columns: none has a name that another
-- table has, which their joins would then have to tell apart.

ALTER TABLE account
  ADD COLUMN full_name text NOT NULL DEFAULT '',
  ADD COLUMN signed_in_at timestamptz(3);
ALTER TABLE account
  ADD COLUMN person_search text NOT NULL GENERATED ALWAYS AS (search_text(email || ' ' || full_name)) STORED;

UPDATE account SET signed_in_at = known.at
FROM (SELECT account_id, max(last_signed_in_at) AS at FROM known_network GROUP BY account_id) AS known
WHERE known.account_id = account.id;
