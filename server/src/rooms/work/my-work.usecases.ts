import type { ResultOf } from '@portal/contract/endpoint.ts'
import {
  MAX_REJECTED,
  MAX_WORK_COUNT,
  WORK_PAGE_SIZE,
  type AssignedDocument,
  type countWork,
  type listAssigned,
  type listRejected,
} from '@portal/contract/work/my-work.ts'
import { countyScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import {
  countAssigned,
  countByState,
  countQuestionsTo,
  readAssigned,
  readRejected,
  type AssignedRow,
  type WorkPosition,
} from './my-work.repository.ts'

/** The documents of the caller that are not done, after a position of an earlier answer. */
export async function listOwnDocuments(
  { actor: { person }, database: { kysely }, dictionaries }: PersonContext,
  before: string | undefined,
): Promise<ResultOf<typeof listAssigned>> {
  const mine = { accountId: person.accountId, scope: countyScope(person) }
  const after = before === undefined ? null : readPosition(before)
  const rows = await readAssigned(kysely, mine, { after, most: WORK_PAGE_SIZE + 1 })
  const shown = rows.slice(0, WORK_PAGE_SIZE)
  const last = rows.length > WORK_PAGE_SIZE ? shown.at(-1) : undefined
  const counts = await countByState(kysely, mine)
  const names = await dictionaries.names(shown.map(({ countyId }) => countyId))
  return {
    ...counts,
    files: shown.map((row) => toAssigned(row, names)),
    next: last ? `${last.assignedAt.getTime()}-${last.id}` : null,
  }
}

function readPosition(text: string): WorkPosition {
  const [moment = '', id = ''] = text.split('-')
  return { at: new Date(Number(moment)), id: Number(id) }
}

function toAssigned(row: AssignedRow, names: Names): AssignedDocument {
  return {
    FileID: row.id,
    FileName: row.fileName,
    Category: names.categoryName(row.categoryId),
    Type: names.typeName(row.typeId),
    CountyID: row.countyId,
    CountyName: names.countyName(row.countyId),
    Status: names.statusText(row.statusId),
    StatusID: row.statusId,
    AssignedAt: row.assignedAt.toISOString(),
    AssignedBy: row.assignedBy,
  }
}

/** The uploads of the caller that were rejected. */
export async function listOwnRejected({
  actor: { person },
  database: { kysely },
  dictionaries,
}: PersonContext): Promise<ResultOf<typeof listRejected>> {
  const mine = { accountId: person.accountId, scope: countyScope(person) }
  const { total, rows } = await readRejected(kysely, mine, MAX_REJECTED)
  const names = await dictionaries.names(rows.map(({ countyId }) => countyId))
  return {
    total,
    files: rows.map(({ fileName, uploadedAt, countyId }) => ({
      FileName: fileName,
      UploadDate: uploadedAt.toISOString(),
      CountyName: names.countyName(countyId),
    })),
  }
}

/** The number in the bar. It is zero once each document is completed or given back, and each question answered. */
export async function countOwnWork({
  actor: { person },
  database: { kysely },
}: PersonContext): Promise<ResultOf<typeof countWork>> {
  const mine = { accountId: person.accountId, scope: countyScope(person) }
  return {
    assigned: await countAssigned(kysely, mine, MAX_WORK_COUNT),
    questions: await countQuestionsTo(kysely, mine, MAX_WORK_COUNT),
  }
}
