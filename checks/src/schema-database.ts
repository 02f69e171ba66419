import { openDatabase, type Database } from '@portal/server/src/engines/database/open-database.ts'
import { updateSchema } from '@portal/server/src/schema.ts'
import { startTestCluster } from '@portal/server/src/testing/test-cluster.ts'

const SILENT = { info() {}, warn() {}, error() {} }

/** Runs `work` with a database that only the migrations created; `url` is its connection string. */
export async function withSchemaDatabase<T>(
  work: (made: { url: string; database: Database }) => Promise<T>,
): Promise<T> {
  const cluster = await startTestCluster()
  try {
    const database = await openDatabase({
      databaseUrl: cluster.adminUrl,
      databasePrepare: false,
      dataDir: '',
      server: false,
      poolSize: 3,
      log: SILENT,
    })
    try {
      await updateSchema(database.pool)
      return await work({ url: cluster.adminUrl, database })
    } finally {
      await database.close()
    }
  } finally {
    await cluster.stop()
  }
}
