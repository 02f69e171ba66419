import type { listOwnActs } from '@portal/contract/account/account.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { pageOf } from '../../engines/paging/paging.ts'
import { withOrigin } from '../../records/audit/act-origin.ts'
import { readPosition, writePosition } from '../../records/audit/act-position.ts'
import { subjectTextOf } from '../../records/audit/act-subject.ts'
import { sentenceOf, type ReadRecord } from '../../records/audit/events/audit-events.ts'
import { readActsOf, type OwnActRow } from '../../records/audit/own-acts.repository.ts'
import type { PersonContext } from '../../records/context.ts'

const ACTS_AT_A_TIME = 50

/** Lists the user's own actions, newest first, starting at the given position. */
export async function listActs(
  { database, dictionaries, actor: { person } }: PersonContext,
  before: string | undefined,
): Promise<ResultOf<typeof listOwnActs>> {
  const found = await readActsOf(database.kysely, {
    ...person,
    before: before === undefined ? null : readPosition(before),
    most: ACTS_AT_A_TIME + 1,
  })
  const { countyName } = await dictionaries.names()
  const { page, next } = pageOf(found, ACTS_AT_A_TIME, writePosition)
  return {
    acts: page.map((row) => ({
      at: row.at.toISOString(),
      what: whatOf(row, { accountId: person.accountId, countyName }),
      from: row.cameFrom,
    })),
    next,
  }
}

/** Includes all recorded details: the user has seen them when they acted. */
function whatOf(
  row: OwnActRow,
  { accountId, countyName }: { accountId: number } & Pick<ReadRecord, 'countyName'>,
): string {
  const { action, subjectKind, subjectId, before, after } = row
  const what = sentenceOf({
    action,
    subject: subjectTextOf(row),
    isOwn: subjectKind === 'account' && subjectId === String(accountId),
    whose: 'your',
    before,
    after,
    countyName,
  })
  return withOrigin(row, what.charAt(0).toUpperCase() + what.slice(1))
}
