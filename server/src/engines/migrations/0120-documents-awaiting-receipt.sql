-- Documents that came in and are on no receipt yet. The row goes when a receipt has the document.
CREATE TABLE document_awaiting_receipt (
  document_id integer PRIMARY KEY REFERENCES document ON DELETE CASCADE,
  account_id integer NOT NULL REFERENCES account,
  -- The moment the last byte arrived.
  received_at timestamptz(3) NOT NULL,
  -- A day of the firm's zone, after which the receipt is due; null: it is due when nothing more comes from the sender.
  day date
);
CREATE INDEX document_awaiting_receipt_of_account ON document_awaiting_receipt (account_id, received_at);

-- Whether the portal made it by itself, because nobody asked for one: then no other receipt has its documents.
ALTER TABLE receipt ADD COLUMN is_automatic boolean NOT NULL DEFAULT false;
