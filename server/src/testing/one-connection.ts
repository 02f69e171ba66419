import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '../engines/database/generated/db.d.ts'
import { PortalDialect } from '../engines/database/portal-dialect.ts'

export const SECOND_CONNECTION =
  'A transaction holds a connection, and what it does asked for another: many at once would wait for each other.'

/** Kysely over the pool. Code inside a transaction may use that transaction's connection only. */
export function kyselyOfOneConnection(pool: Pool): Kysely<DB> {
  const holding = new AsyncLocalStorage<true>()
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  const connectOnce = (...args: unknown[]) => {
    if (holding.getStore()) throw new Error(SECOND_CONNECTION)
    return connect(...args)
  }
  pool.connect = connectOnce as typeof pool.connect
  return new (class extends Kysely<DB> {
    override transaction() {
      const builder = super.transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = <T>(work: (transaction: Transaction<DB>) => Promise<T>) =>
        execute((transaction) => holding.run(true, () => work(transaction)))
      return builder
    }
  })({ dialect: new PortalDialect({ pool }) })
}
