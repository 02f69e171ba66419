-- Whether somebody has a password and a second factor stands with the account, kept by triggers, whatever release writes:
-- the list of people filters, counts and shows thousands without asking two other tables about each.

LOCK TABLE account, credential, second_factor;

ALTER TABLE account
  ADD COLUMN has_password boolean NOT NULL DEFAULT false,
  ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;

CREATE FUNCTION keep_has_password() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account AS a SET has_password = TG_OP = 'INSERT' WHERE a.id = coalesce(NEW.account_id, OLD.account_id);
  RETURN NULL;
END $$;
CREATE TRIGGER credential_kept_in_account AFTER INSERT OR DELETE ON credential
  FOR EACH ROW EXECUTE FUNCTION keep_has_password();

CREATE FUNCTION keep_has_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account AS a SET has_second_factor = TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL
  WHERE a.id = coalesce(NEW.account_id, OLD.account_id)
    AND a.has_second_factor <> (TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER second_factor_kept_in_account AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON second_factor
  FOR EACH ROW EXECUTE FUNCTION keep_has_second_factor();

UPDATE account AS a SET has_password = true FROM credential AS c WHERE c.account_id = a.id;
UPDATE account AS a SET has_second_factor = true
FROM second_factor AS s WHERE s.account_id = a.id AND s.confirmed_at IS NOT NULL;
