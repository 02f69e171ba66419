-- The store of this database. The store has the same id, so that two portals never share a store by mistake.
CREATE TABLE document_store (
  is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),  -- Allows one row.
  id uuid NOT NULL,                                                -- The id in the store's file store-id.
  number smallint NOT NULL DEFAULT 1                               -- What stored_object.store calls it.
);
