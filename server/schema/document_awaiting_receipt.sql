-- Documents that are on no receipt yet. The row goes when a receipt has the document.
CREATE TABLE document_awaiting_receipt (
  document_id integer PRIMARY KEY REFERENCES document ON DELETE CASCADE,  -- The document.
  account_id integer NOT NULL REFERENCES account,                         -- The sender.
  received_at timestamptz(3) NOT NULL,                                    -- When its last byte arrived.
  day date                                                                -- The receipt is due after this day of the firm's time zone. Null: when nothing more comes from the sender.
);
CREATE INDEX document_awaiting_receipt_of_account ON document_awaiting_receipt (account_id, received_at);
