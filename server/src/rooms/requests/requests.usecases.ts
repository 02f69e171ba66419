import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_REQUESTS, type countRequests, type WaitingItems } from '@portal/contract/requests/requests.ts'
import { countyScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { countOpenDropFiles } from '../../records/deliveries/done-drop-file.repository.ts'
import { findOpenChecks, findWaitingMails, type Waiting } from './requests.repository.ts'

/** Counts what waits for a decision of the caller. What they may not decide is null. */
export async function countForPerson(context: PersonContext): Promise<ResultOf<typeof countRequests>> {
  const { mails, virusChecks, droppedFiles } = await findDecisions(context)
  return {
    mails: mails?.count ?? null,
    virusChecks: virusChecks?.count ?? null,
    droppedFiles: droppedFiles?.count ?? null,
  }
}

/** The same, each with its oldest. */
export async function findWaitingForPerson(context: PersonContext): Promise<WaitingItems> {
  const { mails, virusChecks, droppedFiles } = await findDecisions(context)
  return { mails: toWire(mails), virusChecks: toWire(virusChecks), droppedFiles: toWire(droppedFiles) }
}

async function findDecisions({ actor: { person }, database: { kysely } }: PersonContext) {
  const { rights } = person
  const [scope, atMost] = [countyScope(person), MAX_REQUESTS]
  return {
    mails: rights.has('portal.manage') ? await findWaitingMails(kysely, atMost) : null,
    virusChecks: rights.has('documents.manage') ? await findOpenChecks(kysely, atMost) : null,
    droppedFiles: rights.has('portal.manage') ? await countOpenDropFiles(kysely, { scope, atMost }) : null,
  }
}

function toWire(waiting: Waiting | null) {
  return waiting && { count: waiting.count, oldestAt: waiting.oldest?.toISOString() ?? null }
}
