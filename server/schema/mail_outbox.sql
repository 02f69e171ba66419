-- E-mails to send. A row has no token: the sender makes the token when it sends.
CREATE TABLE mail_outbox (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,  -- Its number.
  kind text NOT NULL,                                   -- What it is about.
  recipient text NOT NULL,                              -- The address.
  facts jsonb NOT NULL DEFAULT '{}',                    -- What its text needs.
  message_id text NOT NULL UNIQUE,                      -- Its Message-ID, the same in every try.
  created_at timestamptz NOT NULL,                      -- When it was queued.
  sent_at timestamptz,                                  -- When it was sent.
  refused_at timestamptz,                               -- When the mail server rejected it for good.
  refusal text,                                         -- What the mail server said.
  due_at timestamptz                                    -- When it is sent together with others of its kind and recipient. Null: at once.
);
CREATE INDEX mail_outbox_waiting ON mail_outbox (id) WHERE sent_at IS NULL AND refused_at IS NULL;
CREATE INDEX mail_outbox_refused ON mail_outbox (id) WHERE refused_at IS NOT NULL;
CREATE INDEX mail_outbox_recipient ON mail_outbox (recipient, kind, created_at);
