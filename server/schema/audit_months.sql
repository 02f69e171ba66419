-- Comes last: the function needs the table. A server makes later months itself.
SELECT add_audit_months(now(), now() + interval '2 months');
