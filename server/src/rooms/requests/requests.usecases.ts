import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  MOST_REQUESTS,
  REFUSED_FILE_DAYS,
  type countRequests,
  type WaitingItems,
} from '@portal/contract/requests/requests.ts'
import type { PersonContext } from '../../records/context.ts'
import { findOpenChecks, findRefusedFiles, findWaitingMails, type Waiting } from './requests.repository.ts'

/** Counts what waits for a decision of the caller. What they may not decide is null. */
export async function countForPerson(context: PersonContext): Promise<ResultOf<typeof countRequests>> {
  const { mails, virusChecks } = await findDecisions(context)
  return { mails: mails?.count ?? null, virusChecks: virusChecks?.count ?? null }
}

/** The same, each with its oldest, and the files that the drop folder refused in the last days. */
export async function findWaitingForPerson(context: PersonContext): Promise<WaitingItems> {
  const { actor, clock, database } = context
  const since = new Date(clock.now().getTime() - REFUSED_FILE_DAYS * 86_400_000)
  const droppedFiles = actor.person.rights.has('portal.manage')
    ? await findRefusedFiles(database.kysely, { since, atMost: MOST_REQUESTS })
    : null
  const { mails, virusChecks } = await findDecisions(context)
  return { mails: toWire(mails), virusChecks: toWire(virusChecks), droppedFiles: toWire(droppedFiles) }
}

async function findDecisions({ actor: { person }, database: { kysely } }: PersonContext) {
  const { rights } = person
  return {
    mails: rights.has('portal.manage') ? await findWaitingMails(kysely, MOST_REQUESTS) : null,
    virusChecks: rights.has('documents.manage') ? await findOpenChecks(kysely, MOST_REQUESTS) : null,
  }
}

function toWire(waiting: Waiting | null) {
  return waiting && { count: waiting.count, oldestAt: waiting.oldest?.toISOString() ?? null }
}
