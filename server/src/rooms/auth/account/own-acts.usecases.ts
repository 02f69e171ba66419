import type { listOwnActs } from '@portal/contract/account.ts'
import type { AnswerOf } from '@portal/contract/endpoint.ts'
import { readPosition, writePosition } from '../../../records/audit/act-position.ts'
import { sentenceOf } from '../../../records/audit/audit.models.ts'
import { readActsOf } from '../../../records/audit/own-acts.repository.ts'
import type { PersonContext } from '../../../records/context.ts'

const ACTS_AT_A_TIME = 50

/** What a person did, newest first, from that position on. */
export async function listActs(
  { database, actor: { person } }: PersonContext,
  before: string | undefined,
): Promise<AnswerOf<typeof listOwnActs>> {
  const found = await readActsOf(database.kysely, {
    ...person,
    before: before === undefined ? null : readPosition(before),
    // One more tells whether there are others.
    most: ACTS_AT_A_TIME + 1,
  })
  const shown = found.slice(0, ACTS_AT_A_TIME)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  return {
    acts: shown.map((row) => ({ at: row.at.toISOString(), what: sentenceOf(row), from: row.came_from })),
    next: last ? writePosition(last) : null,
  }
}
