import type { Clock } from '../../engines/clock/clock.ts'
import type { Engines } from '../../engines/engines.ts'
import type { PersonContext } from '../access/context.ts'
import type { AccessState } from '../access/state.ts'
import type { AuditEntry, NoOtherFacts } from './events/audit-entry.ts'
import { isReadRecorded, queueReads } from './reads.repository.ts'
import { recordAudit } from './record.ts'

/** Milliseconds. A viewer's many pages, ranges and reloads count as one read. */
const SAME_READ_MS = 600_000

/** Reads after this moment count as one with a read now. */
export function sameReadSince(clock: Clock): Date {
  return new Date(clock.now().getTime() - SAME_READ_MS)
}

/**
 * Writes the audit record of a read, once in ten minutes for each account, token, subject and facts.
 * @param admit called before a new record is written.
 * @throws what `admit` throws.
 */
export async function recordRead<Entry extends AuditEntry>(
  context: PersonContext<Engines & AccessState>,
  entry: Entry & NoOtherFacts<Entry>,
  admit?: () => Promise<unknown>,
): Promise<void> {
  const { actor, clock, database, lockLimiter } = context
  const { accountId } = actor.person
  const read = { accountId, tokenId: actor.token?.id, since: sameReadSince(clock), entry }
  await lockLimiter.run(accountId, async () => {
    if (await isReadRecorded(database.kysely, read)) return
    await admit?.()
    await database.kysely.transaction().execute(async (transaction) => {
      await queueReads(transaction, read)
      if (await isReadRecorded(transaction, read)) return
      await recordAudit<Entry>(transaction, context, entry)
    })
  })
}
