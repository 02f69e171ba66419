import type { PoolClient } from 'pg'
import { withoutBound } from '../database/pool.ts'
import { retryOnLock } from './lock-retry.ts'
import type { SchemaChange } from './schema-change.ts'
import { beginStep, commitStep, runSql } from './schema.repository.ts'

/** Where a step of a change of the schema is done, and what it is called. */
export type StepPlace = {
  readonly change: SchemaChange
  readonly subject: () => string
  readonly marker: string
}

/**
 * Does `work` in one transaction that gives up a lock which others hold, and is then tried again.
 * @throws StartError naming `subject`.
 */
export function inStep<T>(
  { change, subject, marker }: StepPlace,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const step = () =>
    withoutBound(change.pool, async (client) => {
      await beginStep(client, change.patience)
      const result = await work(client)
      await commitStep(client)
      return result
    })
  return retryOnLock(change, { subject, marker, work: step })
}

/** Without a transaction there is no bound on its waiting, but nobody waits behind it either. */
export function runOutside(place: StepPlace, sql: string): Promise<void> {
  const { change, subject, marker } = place
  const work = () => withoutBound(change.pool, (client) => runSql(client, { sql, marker }))
  return retryOnLock(change, { subject, marker, work }).then(() => undefined)
}
