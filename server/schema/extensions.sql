-- Trigram indexes find names and terms. The extension is trusted: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Names sort by the collation "und-x-icu", which PostgreSQL brings. The tables belong to the role that runs this. The
-- function grant_portal_rights gives the portal's own role its rights, where that is another role.
