import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { StartError } from '../config/start-error.ts'
import { withoutBound } from '../database/pool.ts'
import type { SchemaChange } from './schema-change.ts'
import { releaseSchema, touchHold, tryToHoldSchema } from './schema.repository.ts'

/** Milliseconds between two checks whether the other change has finished. */
const LOOK_MS = 300
/** Milliseconds; a third of the time after which the database ends an idle transaction. */
const TOUCH_MS = 20_000

export type Hold = {
  /** @throws StartError when the connection with the lock is lost, because another process may have the lock. */
  refuseIfLost(): void
}

/**
 * Runs `work` with an exclusive lock on schema changes; waits for the lock, and reports that. A transaction on its own
 * connection holds the lock, so it ends with the process and works through a connection pooler.
 */
export function holdingSchema<T>(
  { pool, report }: SchemaChange,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  return withoutBound(pool, async (client) => {
    for (let isTold = false; !(await tryToHoldSchema(client)); isTold = true) {
      if (!isTold) report('Another server brings the database up to date; waiting …')
      await sleep(LOOK_MS)
    }
    const { hold, stop } = keep(client)
    try {
      return await work(hold)
    } finally {
      await stop()
    }
  })
}

function keep(client: PoolClient): { hold: Hold; stop(): Promise<void> } {
  let isLost = false
  const lose = () => void (isLost = true)
  client.once('end', lose)
  const timer = setInterval(() => void touchHold(client).catch(lose), TOUCH_MS)
  return {
    hold: {
      refuseIfLost() {
        if (!isLost) return
        throw new StartError(
          'The connection that guards the update of the database was lost. Start again: what was applied stays.',
        )
      },
    },
    async stop() {
      clearInterval(timer)
      client.off('end', lose)
      // After a lost connection, the lock is gone.
      await releaseSchema(client).catch(lose)
    },
  }
}
