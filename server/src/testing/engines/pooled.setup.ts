import type { TestProject } from 'vitest/node'
import { newCluster, offerCluster } from '../cluster.setup.ts'
import { startTestCluster, sweepTestClusters } from '../test-cluster.ts'
import { sweepEngines } from './engine-folder.ts'
import { oldestPostgres } from './oldest-postgres.ts'
import { startPgbouncer } from './pgbouncer.ts'

/**
 * Starts the oldest supported PostgreSQL behind a pgbouncer in transaction mode. Returns a function that stops both.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepEngines()
  const cluster = await startTestCluster(oldestPostgres())
  const pooler = await startPgbouncer({ host: cluster.folder, port: 5432, database: '*' }).catch(
    async (error: unknown) => {
      await cluster.stop()
      throw error
    },
  )
  return offerCluster(project, newCluster(cluster.adminUrl, pooler.url), async () => {
    await pooler.stop()
    await cluster.stop()
    await sweepTestClusters()
  })
}
