-- Whether a trusted mail server verified the sender of a message. account_id does not say so: a verified sender may have no
-- account. Null: a release that does not know the column read the message.
ALTER TABLE mail_delivery ADD COLUMN is_sender_verified boolean;
