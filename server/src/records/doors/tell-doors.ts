import type { World } from '../context.ts'
import { countDropFiles } from './drop-file.repository.ts'

const DAY_MS = 24 * 3_600_000

/** What waits at the other doors for longer than a day, as sentences. */
export async function tellDoors({ database, clock }: Pick<World, 'database' | 'clock'>): Promise<string[]> {
  const yesterday = new Date(clock.now().getTime() - DAY_MS)
  const { late } = await countDropFiles(database.kysely, yesterday)
  return late > 0
    ? [
        `${late.toLocaleString('en-US')} file(s) of the drop folder have been in hand for longer than a day: see the log.`,
      ]
    : []
}
