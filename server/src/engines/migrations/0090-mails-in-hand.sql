-- Whoever decides on a message has it in hand, so that two people do not file halves of it for two counties. What a server
-- that was killed had in hand is free again when its time is over.
ALTER TABLE mail_delivery
  ADD COLUMN in_hand_of uuid,
  ADD COLUMN in_hand_until timestamptz;
