-- Whoever may link owners may name one when an upload begins; the link is made with the document. Servers of the release
-- before know nothing of it: what they make a document of has no owner yet. No references: what is named is looked up anew
-- when the upload becomes a document.
ALTER TABLE resumable_upload
  ADD COLUMN owner_party_number integer,
  ADD COLUMN owner_relation_type_id integer,
  ADD CONSTRAINT resumable_upload_owner_is_whole
    CHECK ((owner_party_number IS NULL) = (owner_relation_type_id IS NULL));
