-- Who may register for a county: people with an address of one of these domains.
CREATE TABLE county_email_domain (
  county_id integer NOT NULL REFERENCES county,         -- The county.
  domain text NOT NULL CHECK (domain = lower(domain)),  -- The exact domain, without its subdomains.
  PRIMARY KEY (county_id, domain)
);
