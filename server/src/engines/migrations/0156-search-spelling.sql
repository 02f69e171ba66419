-- Each word of search_word once, whichever counties have it. A misspelled word is compared with these: search_word has a word
-- as often as there are counties with it. Words stay after their documents. So a word counts only if search_word has it.
CREATE TABLE search_spelling (
  word text PRIMARY KEY                          -- The word, folded. No numbers.
);
CREATE INDEX search_spelling_similar ON search_spelling USING gin (word gin_trgm_ops);

-- A trigger, so that a release that does not know the table adds words, too.
CREATE OR REPLACE FUNCTION add_search_spellings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_spelling (word) SELECT DISTINCT word FROM added WHERE word <> '' AND word !~ '[0-9]' ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER search_word_to_spelling AFTER INSERT ON search_word REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_search_spellings();
