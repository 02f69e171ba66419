/**
 * Tests of code that may behave differently through a pooler in transaction mode or on PostgreSQL 15, the oldest
 * supported version: locks, leases, transactions, session settings, COPY, migrations, and the statements of every
 * repository.
 */
export const POOLED_TESTS: readonly string[] = [
  'server/src/engines/jobs/{claim-job,run-jobs}.test.ts',
  'server/src/engines/throttle/throttle.test.ts',
  'server/src/engines/migrations/{baseline,migrate,outside-steps,repeatables,schema-locks}.test.ts',
  'server/src/records/accounts/{accounts.check,changed-meanwhile,last-administrator}.test.ts',
  'server/src/records/audit/{audit-months,portal-rights,verify-audit}.test.ts',
  'server/src/records/{counties/counties.check,reference/dictionaries}.test.ts',
  'server/src/records/documents/{county-keys,fold-counts}.test.ts',
  'server/src/records/stored-files/bytes/{store-identity,sweep-stored-bytes}.test.ts',
  'server/src/records/intake/{complete-intake,upload-permit,upload-quota}.test.ts',
  'server/src/records/documents/pages/{documents-page,page-beside}.test.ts',
  'server/src/records/documents/scan/scan-documents.test.ts',
  'server/src/records/intake/resumable/upload-lease.test.ts',
  'server/src/records/parties/{import.races,organization-search}.test.ts',
  'server/src/records/parties/owner-values/{owner-rolls,undo-import}.test.ts',
  'server/src/rooms/account/{identities/own-identities,passkeys/passkey-proof,second-factor/second-factor}.test.ts',
  'server/src/rooms/sign-in/{oidc/first-single-sign-on,confirm,sign-in.usecases}.test.ts',
  'server/src/rooms/backup/backup.test.ts',
  'server/src/rooms/ingestion/{drop-folder/in-turn,drop-folder/lost-claim,mailbox/mailbox}.test.ts',
  'server/src/rooms/edit/{linking,storm}.test.ts',
  'server/src/rooms/files/{checks/scan.commands,resumable/left-uploads}.test.ts',
  'server/src/rooms/files/upload/{share-on-servers,upload-faults}.test.ts',
  'server/src/rooms/files/verify/{night-share,database-checks}.test.ts',
  'server/src/rooms/recycle-bin/{bin-scope,races}.test.ts',
  'server/src/schema.test.ts',
  'server/src/releases-side-by-side.test.ts',
  'server/src/testing/across/pooled-{calls,statements}.engine.test.ts',
]
