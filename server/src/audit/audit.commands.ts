import { z } from 'zod'
import { CommandError, LongJson, type Command, type OptionValues } from '../commands/command.ts'
import { ANONYMOUS } from './record.ts'
import { readAudit, type AuditQuestion, type AuditRow } from './audit.repository.ts'

const typedAddress = z.object({ email: z.string() })
const LARGEST_ID = 2_147_483_647

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    usage: '[--file ID] [--email E] [--since T]',
    summary: 'The record of who did what, newest first.',
    options: { file: { type: 'string' }, email: { type: 'string' }, since: { type: 'string' } },
    positionals: 0,
    onlyReads: true,
    async run({ database, print }, { values }) {
      const portions = readAudit(database.kysely, questionOf(values))
      if (values['json']) return { json: new LongJson(recordsJson(portions)) }
      for await (const rows of portions) {
        for (const row of rows) print(lineOf(row))
      }
      return { json: {} }
    },
  },
]

/** What somebody unproven did is told with the address that they typed. */
function lineOf({ at, who, what, document_id: fileId, came_from: from, after }: AuditRow): string {
  const line = [at.toISOString(), who, what, fileId ?? '', from]
  return (who === ANONYMOUS ? [...line, typedAddress.parse(after).email] : line).join('  ')
}

/** `{ "records": […] }` in pieces: the records of years are longer than the longest string. */
async function* recordsJson(portions: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  let before = '{"records":['
  for await (const rows of portions) {
    yield before + rows.map((row) => JSON.stringify(toRecord(row))).join(',')
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

function toRecord(row: AuditRow): object {
  return {
    at: row.at.toISOString(),
    who: row.who,
    what: row.what,
    ...(row.document_id === null ? {} : { fileID: row.document_id }),
    from: row.came_from,
    ...(row.before === null ? {} : { before: row.before }),
    ...(row.after === null ? {} : { after: row.after }),
  }
}

function questionOf(values: OptionValues): AuditQuestion {
  const question: AuditQuestion = {}
  const { file, email, since } = values
  if (typeof file === 'string') {
    if (!/^[1-9]\d{0,9}$/.test(file) || Number(file) > LARGEST_ID)
      throw new CommandError('--file takes the number of a file.')
    question.documentId = Number(file)
  }
  if (typeof email === 'string') question.email = email.trim().toLowerCase()
  if (typeof since === 'string') {
    const moment = new Date(since)
    if (Number.isNaN(moment.getTime()))
      throw new CommandError('--since takes a day or moment such as 2026-04-15.')
    question.since = moment
  }
  return question
}
