import { ARCHIVE_MINUTES } from '@portal/contract/archives/archives.ts'
import type { Clock } from '../../engines/clock/clock.ts'
import type { Engines } from '../../engines/engines.ts'
import { deleteArchives } from './archives.repository.ts'

const MINUTE_MS = 60_000

/** Archives that were prepared after this moment can be downloaded. */
export function preparedSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - ARCHIVE_MINUTES * MINUTE_MS)
}

/** Deletes the archives that can no longer be downloaded (R21.7). */
export async function sweepArchives({ database, clock }: Pick<Engines, 'database' | 'clock'>): Promise<void> {
  await deleteArchives(database.kysely, preparedSince(clock))
}
