-- outside a transaction
-- The counts of a word in all counties, for people who see all.
CREATE INDEX CONCURRENTLY search_word_word ON search_word (word);

-- repeat until no row is left
INSERT INTO search_spelling (word)
SELECT DISTINCT word FROM search_word AS w WHERE word <> '' AND word !~ '[0-9]'
  AND NOT EXISTS (SELECT FROM search_spelling AS s WHERE s.word = w.word) LIMIT 100000
ON CONFLICT DO NOTHING;
