import * as schema from './setting-schemas.ts'
import { UPLOAD_VARIABLES } from './upload-variables.ts'
import { variable } from './variable.ts'

/** Every variable that the portal reads, in the order of its documentation, which is made from here. */
export const VARIABLES = {
  PORT: variable(schema.wholeNumber(0, 65_535), {
    otherwise: 3000,
    meaning: 'the port it listens on; `0` takes a free one',
  }),
  HOST: variable(schema.text, {
    otherwise: '127.0.0.1',
    meaning: 'the address it listens on; the demo stays on this machine',
  }),
  PUBLIC_URL: variable(schema.origin, {
    otherwise: null,
    documentedDefault: '`http://localhost:$PORT`',
    meaning: 'the address people use; https makes the cookie `Secure`',
  }),
  TRUST_PROXY: variable(schema.addressesAndNetworks, {
    otherwise: null,
    documentedDefault: 'none; the same machine where `PUBLIC_URL` is https',
    meaning:
      'addresses or networks of proxies whose `X-Forwarded-For` is trusted, with or without ports in it',
  }),
  HSTS_SUBDOMAINS: variable(schema.onOff, {
    otherwise: false,
    meaning: "`on` tells browsers that all subdomains of the portal's host are also https only",
  }),
  DEMO_ON_NETWORK: variable(schema.onOff, {
    otherwise: false,
    meaning: '`on` lets the demo listen on a `HOST` that others reach; its passwords are public',
  }),
  DATA_DIR: variable(schema.text, {
    otherwise: null,
    documentedDefault: '`./data` (demo: `./demo-data`)',
    meaning: 'embedded database, documents, outgoing mail',
  }),
  API_BASE_URL: variable(schema.apiBase, {
    otherwise: '/api',
    meaning:
      'the address of the calls for the page; set it for `npm run build` if another server serves the built page',
  }),
  DATABASE_URL: variable(schema.databaseUrl, {
    otherwise: null,
    documentedDefault: 'embedded',
    meaning: 'any PostgreSQL 15 or newer: UTF8, ICU collations, pg_trgm',
  }),
  DATABASE_MIGRATION_URL: variable(schema.databaseUrl, {
    otherwise: null,
    documentedDefault: 'the role of `DATABASE_URL` owns the tables',
    meaning:
      'the same database with the role that owns the tables; only schema updates use it; the role of `DATABASE_URL` can then not change or empty the audit record',
  }),
  DATABASE_PREPARE: variable(schema.onOff, {
    otherwise: null,
    documentedDefault: '`on` embedded, `off` with `DATABASE_URL`',
    meaning:
      'prepared statements; `on` for a direct connection, or for pgbouncer 1.21 and newer with `max_prepared_statements`',
  }),
  BLOB_URL: variable(schema.bucketUrl, {
    otherwise: null,
    documentedDefault: 'the disk, below `DATA_DIR`',
    meaning:
      'documents in a bucket: `s3://bucket/prefix?endpoint=https://s3.example&region=us-east-1`; without an endpoint Amazon’s',
  }),
  AWS_ACCESS_KEY_ID: variable(schema.text, {
    otherwise: null,
    documentedDefault: 'as the AWS SDK finds it: the role of the machine, a profile',
    meaning: 'the key of the buckets of `BLOB_URL` and of backups',
  }),
  AWS_SECRET_ACCESS_KEY: variable(schema.text, {
    otherwise: null,
    documentedDefault: 'as `AWS_ACCESS_KEY_ID`',
    meaning: 'the secret of that key; both are set, or neither',
  }),
  SMTP_URL: variable(schema.smtpUrl, {
    otherwise: null,
    documentedDefault: 'none: each mail is a file in `DATA_DIR/outbox`',
    meaning: '`smtp://user:password@mail.example:587`, or `smtps://…`; special characters percent-encoded',
  }),
  MAIL_FROM: variable(schema.sender, {
    otherwise: null,
    documentedDefault: '`portal@` the public host',
    meaning: 'sender of mail',
  }),
  CLAMD_URL: variable(schema.clamdUrl, {
    otherwise: null,
    documentedDefault: 'none: uploads are not scanned',
    meaning:
      'a ClamAV daemon that scans uploads: `tcp://clamd.example:3310`, or `unix:/run/clamav/clamd.ctl`',
  }),
  DROP_FOLDER: variable(schema.text, {
    otherwise: null,
    documentedDefault: 'none',
    meaning:
      'a folder with a folder for each county, from which the portal imports files (Linux only), see [other doors](running/other-doors.md)',
  }),
  MAILBOX_URL: variable(schema.mailboxUrl, {
    otherwise: null,
    documentedDefault: 'none',
    meaning:
      'a mailbox from which the portal imports filings: `imaps://user@mail.example/INBOX` (special characters percent-encoded, `imap://` only on this machine), or a folder to which a mail server of this machine delivers, `maildir:///srv/filings`, see [other doors](running/other-doors.md)',
  }),
  MAILBOX_PASSWORD_FILE: variable(schema.text, {
    otherwise: null,
    documentedDefault: 'none; required if `MAILBOX_URL` is `imaps://` or `imap://`',
    meaning: 'a file with only the password of that mailbox, which only the portal can read',
  }),
  MAILBOX_FILINGS: variable(schema.text, {
    otherwise: null,
    documentedDefault: 'none; required with `MAILBOX_URL`',
    meaning: 'a JSON file with the category, type and county of the filings for each address of that mailbox',
  }),
  MAILBOX_WAITING_MB: variable(schema.wholeNumber(100, 10_000_000), {
    otherwise: null,
    documentedDefault: '2000',
    meaning:
      'quota for messages that need a decision, in MB: for all unverified senders together, and for each verified sender; further messages stay in the mailbox; 100 or more',
  }),
  OIDC_ISSUERS: variable(schema.text, {
    otherwise: null,
    documentedDefault: 'none: no single sign-on',
    meaning:
      'a JSON file with the issuers of single sign-on (OpenID Connect), see [single sign-on](running/single-sign-on.md)',
  }),
  STAFF_EMAIL_DOMAIN: variable(schema.emailDomain, {
    otherwise: null,
    documentedDefault: 'none (demo: `staff.example`)',
    meaning: "the firm's own e-mail domain",
  }),
  CORS_ORIGINS: variable(schema.origins, {
    otherwise: null,
    meaning: 'other origins that may call the portal with cookies',
  }),
  TIME_ZONE: variable(schema.timeZone, {
    otherwise: 'America/Chicago',
    meaning: "the firm's time zone: for the appraisal year of an upload, and for dates on screens",
  }),
  NEWEST_APPRAISAL_YEAR: variable(schema.wholeNumber(2000, 2999), {
    otherwise: 2026,
    meaning: 'the newest of the nine appraisal years to choose from',
  }),
  COMPANY_NAME: variable(schema.text, {
    otherwise: 'County Document Portal',
    meaning: "the firm's own name",
  }),
  COMPANY_URL: variable(schema.webAddress, {
    otherwise: '/',
    meaning: "the link behind the firm's name",
  }),
  COMPANY_LOGO: variable(schema.webAddress, {
    otherwise: null,
    documentedDefault: "the portal's own emblem",
    meaning: 'the address of a picture',
  }),
  COMPANY_TAGLINE: variable(schema.text, {
    otherwise: 'Industrial & Mineral Appraisal Service Since 1926',
    meaning: 'the line below the name on the welcome screen and the sign-in screens',
  }),
  HELPDESK_CONTACT: variable(schema.text, {
    otherwise: 'the helpdesk',
    meaning: 'an address or number of the helpdesk, for messages that refer to it',
  }),
  FOOTER_YEAR: variable(schema.wholeNumber(1900, 2999), {
    otherwise: 2025,
    meaning: 'the year in the footer',
  }),
  ...UPLOAD_VARIABLES,
  KEEP_DELETED_DAYS: variable(schema.wholeNumber(0, 3650), {
    otherwise: 7,
    meaning:
      'days that the bytes of documents deleted for good stay in the store, so that an older restored database still has them; `0` removes them at once',
  }),
  BACKUP_DIR: variable(schema.backupLocation, {
    otherwise: null,
    meaning: 'the place of daily backups: a folder on another disk, or a bucket as in `BLOB_URL`',
  }),
  BACKUP_AT: variable(schema.timeOfDay, {
    otherwise: '02:30',
    meaning: 'the time of the daily backup, in `TIME_ZONE`',
  }),
  BACKUP_KEEP: variable(schema.wholeNumber(1, 1000), {
    otherwise: 14,
    meaning: 'how many backups stay there, in addition to the backups that these need',
  }),
  SESSION_IDLE_MINUTES: variable(schema.numberByRole(5, 43_200), {
    otherwise: null,
    documentedDefault: '480',
    meaning:
      'idle timeout of a session in minutes, 5 or more, for all or by role: `480, administrator=60`; roles are `user`, `manager`, `staff`, `administrator`, `reader`',
  }),
  SESSION_HOURS: variable(schema.numberByRole(1, 8760), {
    otherwise: null,
    documentedDefault: '168',
    meaning: 'longest session in hours, for all or by role',
  }),
  SECOND_FACTOR_REQUIRED: variable(schema.roles, {
    otherwise: null,
    documentedDefault: 'nobody',
    meaning:
      'roles that must sign in with a second factor or a passkey, such as `administrator, staff`; a person without either can only set one up; roles are `user`, `manager`, `staff`, `administrator`, `reader`',
  }),
  METRICS_PORT: variable(schema.wholeNumber(0, 65_535), {
    otherwise: null,
    meaning: 'the port of `/metrics` for Prometheus, only for this machine; not `PORT`; `0` takes a free one',
  }),
  RATE_LIMIT: variable(schema.onOff, {
    otherwise: true,
    meaning: '`off` disables the rate limits and the daily quotas; rejected if `PUBLIC_URL` is https',
  }),
}
