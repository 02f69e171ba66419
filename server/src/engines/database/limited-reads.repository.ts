import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import type { DB } from './generated/db.d.ts'
import { limitTime } from './time-limit.repository.ts'

/**
 * The same database for reads that end at `until`, on the clock of `performance.now`. Each statement runs in a
 * transaction of its own with the time that is left, because statement_timeout holds for a transaction only behind a
 * pooler. No connection is held between statements, so a read may wait for others.
 */
export function limitedReads(db: Kysely<DB>, until: number): Kysely<DB> {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(connectionTo(db, until)),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

function connectionTo(db: Kysely<DB>, until: number): DatabaseConnection {
  return {
    executeQuery: <R>(query: CompiledQuery) =>
      db.transaction().execute(async (transaction) => {
        await limitTime(transaction, until)
        return transaction.executeQuery<R>(query)
      }),
    streamQuery: () => refuse(),
  }
}

function createDriver(connection: DatabaseConnection): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => refuse(),
    commitTransaction: async () => refuse(),
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

function refuse(): never {
  throw new Error('Limited reads have no transactions and no streams.')
}
