import { defineConfig } from 'vitest/config'

/**
 * What may go another way through a pooler in transaction mode, on the oldest PostgreSQL that the portal takes: lists,
 * edits, the bin, uploads, the other doors, receipts, imports, sign-in, throttles, jobs, the audit record, migrations, backups, two releases at once.
 */
export default defineConfig({
  test: {
    include: [
      'server/src/engines/{jobs,throttle,migrations}/*.test.ts',
      'server/src/records/{accounts,audit,counties,reference}/*.test.ts',
      'server/src/records/documents/{,bytes,intake,pages}/*.test.ts',
      'server/src/records/parties/{,owner-values}/*.test.ts',
      'server/src/rooms/{auth,edit,lookups,owners,recycle-bin}/*.test.ts',
      'server/src/rooms/files/{delete,list,upload,verify}/*.test.ts',
      'server/src/rooms/doors/{drop-folder/drop-folder,mailbox/mailbox}.test.ts',
      'server/src/rooms/receipts/receipts.test.ts',
      'server/src/rooms/backup/backup.test.ts',
      'server/src/releases-side-by-side.test.ts',
    ],
    exclude: [
      '**/node_modules/**',
      '**/*.engine.test.ts',
      // They ask no database.
      '**/{money,name-index,documents-page.models,file-name,upload-slots,attachment-names}.test.ts',
      // They have embedded databases of their own.
      'server/src/rooms/files/upload/kill.test.ts',
      'server/src/records/audit/embedded-rights.test.ts',
      // Their time goes to passwords and to large samples; what they ask of the database is asked by others here.
      'server/src/rooms/auth/{decoys,first-sign-in,register,sign-in,still-allowed,unnamed-proxy}.test.ts',
      'server/src/records/documents/pages/dense-days.test.ts',
      // Their commands are programs that start anew each time: what these ask is asked by others here, in less time.
      'server/src/engines/migrations/migrate.commands.test.ts',
      'server/src/records/{accounts,counties}/*.commands.test.ts',
      'server/src/records/documents/bytes/older-database.test.ts',
    ],
    globalSetup: ['server/src/testing/engines/pooled.setup.ts'],
    setupFiles: ['server/src/testing/tally.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
