import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { newCluster, offerCluster } from '../cluster.setup.ts'
import { startTestCluster, sweepTestClusters } from '../test-cluster.ts'
import { sweepEngines } from './engine-folder.ts'
import { requireProgram } from './packages.ts'
import { startPgbouncer } from './pgbouncer.ts'

/** The oldest PostgreSQL that the portal runs on, behind a pgbouncer in transaction mode. Returns how to put both away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  sweepEngines()
  const postgres = requireProgram('/usr/lib/postgresql/15/bin/postgres')
  const programs = { postgres, initdb: join(dirname(postgres), 'initdb') }
  const cluster = await startTestCluster({ programs, locale: ['--locale=C.UTF-8'], settings: {} })
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
