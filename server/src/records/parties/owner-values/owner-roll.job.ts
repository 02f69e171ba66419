import { z } from 'zod'
import type { Engines } from '../../../engines/engines.ts'
import { job, type JobKind } from '../../../engines/jobs/jobs.ts'
import type { RollKey } from './owner-roll.repository.ts'
import { refreshRoll } from './write-roll.ts'

/** Queued with each change of a county's roll, so that the next reader need not wait for the rewrite. */
export const WRITE_OWNER_ROLL: JobKind<RollKey> = {
  kind: 'write-owner-roll',
  payload: z.object({ countyId: z.int(), appraisalYear: z.int() }),
  lane: 'files',
  attempts: 12,
  keyOf: ({ countyId, appraisalYear }) => `${countyId} ${appraisalYear}`,
}

export const writeOwnerRoll = job(WRITE_OWNER_ROLL, ({ database }: Pick<Engines, 'database'>, roll) =>
  refreshRoll(database, roll),
)
