-- Its results are stored, in the search_name columns and their indexes: what it returns for a text never changes here. A
-- function that compares otherwise takes a new name and a migration that moves the columns over to it.

-- How names and terms are compared while a person types: case does not count (ß is ss, İ is i), nor which white space
-- stands between words. Plain names, most of them, take the short way.
CREATE OR REPLACE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN $1 !~ '[^ -~]|  ' THEN lower($1 COLLATE "C")
  ELSE replace(replace(
    translate(
      lower(
        upper(CASE WHEN $1 ~ U&'[\0300-\036F]' THEN normalize($1, NFC) ELSE $1 END COLLATE "und-x-icu")
        COLLATE "und-x-icu"),
      U&'\03C2\00A0\0009\000A\000D\0307', U&'\03C3\0020\0020\0020\0020'),
    '  ', ' '), '  ', ' ') COLLATE "C" END;
