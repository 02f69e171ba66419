-- Whether a file was filed already, from a message of the same sender with the same Message-ID.
ALTER TABLE mail_file ADD COLUMN came_before boolean NOT NULL DEFAULT false;
