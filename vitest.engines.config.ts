import { defineConfig } from 'vitest/config'

/** What is proved on real engines alone, or once more on them. */
export default defineConfig({
  test: {
    include: [
      'server/**/*.engine.test.ts',
      // The rooms, with all documents in S3.
      'server/src/rooms/files/{delete,list}/*.test.ts',
      'server/src/rooms/files/upload/upload.test.ts',
      'server/src/rooms/recycle-bin/*.test.ts',
      'server/src/records/documents/intake/complete-intake.test.ts',
      // The other doors, the same.
      'server/src/rooms/doors/drop-folder/drop-folder.test.ts',
      'server/src/rooms/doors/mailbox/{mailbox,imap-door}.test.ts',
    ],
    exclude: ['**/node_modules/**'],
    globalSetup: ['server/src/testing/cluster.setup.ts', 'server/src/testing/engines/s3.setup.ts'],
    setupFiles: ['server/src/testing/tally.setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
