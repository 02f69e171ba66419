import type { Command, OptionValues } from '../commands/command.ts'
import { CommandError } from '../commands/command.ts'
import { readAudit, type AuditQuestion } from './audit.repository.ts'

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    usage: '[--file ID] [--email E] [--since T]',
    summary: 'The record of who did what, newest first.',
    options: { file: { type: 'string' }, email: { type: 'string' }, since: { type: 'string' } },
    positionals: 0,
    onlyReads: true,
    async run({ database, print }, { values }) {
      const records = []
      for await (const row of readAudit(database.kysely, questionOf(values))) {
        const record = {
          at: row.at.toISOString(),
          who: row.who,
          what: row.what,
          ...(row.document_id === null ? {} : { fileID: row.document_id }),
          from: row.came_from,
          ...(row.before === null ? {} : { before: row.before }),
          ...(row.after === null ? {} : { after: row.after }),
        }
        if (values['json']) records.push(record)
        else print([record.at, record.who, record.what, record.fileID ?? '', record.from].join('  '))
      }
      return { json: { records } }
    },
  },
]

function questionOf(values: OptionValues): AuditQuestion {
  const question: AuditQuestion = {}
  const { file, email, since } = values
  if (typeof file === 'string') {
    if (!/^[1-9]\d{0,9}$/.test(file)) throw new CommandError('--file takes the number of a file.')
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
