import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MOST_REQUESTS, type countRequests } from '@portal/contract/requests/requests.ts'
import type { PersonContext } from '../../records/context.ts'
import { countOpenChecks, countWaitingMails } from './requests.repository.ts'

/** Counts what waits for a decision of the caller. What they may not decide is null. */
export async function countForPerson({
  actor: { person },
  database: { kysely },
}: PersonContext): Promise<ResultOf<typeof countRequests>> {
  const { rights } = person
  return {
    mails: rights.has('portal.manage') ? await countWaitingMails(kysely, MOST_REQUESTS) : null,
    virusChecks: rights.has('documents.manage') ? await countOpenChecks(kysely, MOST_REQUESTS) : null,
  }
}
