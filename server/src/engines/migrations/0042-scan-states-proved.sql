-- Reads all of it, and nobody waits.
ALTER TABLE stored_object VALIDATE CONSTRAINT stored_object_scan_state_check;
