-- A county may be closed: nothing is uploaded to it and nobody registers for it any more. Servers of the release before do
-- not know that; they go on taking both until all are of this one.
ALTER TABLE county
  ADD COLUMN closed_at timestamptz(3),
  -- Whom the firm speaks with there, in lines.
  ADD COLUMN contacts text NOT NULL DEFAULT '';
