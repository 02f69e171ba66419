import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { StartError } from '../config/start-error.ts'
import { withoutBound } from '../database/pool.ts'
import type { SchemaChange } from './schema-change.ts'
import { releaseSchema, touchHold, tryToHoldSchema } from './schema.repository.ts'

/** Milliseconds between two looks whether the other is done. */
const LOOK_MS = 300
/** Milliseconds; a third of what the database waits before it takes us for gone. */
const TOUCH_MS = 20_000

export type Hold = {
  /** @throws StartError when the connection that holds the schema is gone, so that another may have it. */
  refuseIfLost(): void
}

/**
 * Does `work` as the only one who changes the schema; waits until nobody else does, and says so. It is held by a
 * transaction on a connection of its own, so that it ends with the process and a pooler may stand between.
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
      // Where it is lost nothing is held any more.
      await releaseSchema(client).catch(lose)
    },
  }
}
