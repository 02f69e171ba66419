import { MAX_ID } from '@portal/contract/limits.ts'
import {
  CommandError,
  LongJson,
  type Command,
  type CommandOutcome,
  type CommandTools,
  type OptionValues,
} from '../../engines/commands/command.ts'
import type { Engines } from '../../engines/engines.ts'
import type { ActorContext } from '../access/context.ts'
import { reanchor } from './anchors/reanchor.usecases.ts'
import { verifyAnchors } from './anchors/verify-anchors.usecases.ts'
import { lineOf, toRecord } from './audit.models.ts'
import { readAudit, type AuditQuestion, type AuditRow, type Day } from './audit.repository.ts'
import { verifyAudit } from './verify-audit.usecases.ts'
import { counted } from '../../engines/warnings/counted.ts'

type AuditEngines = Pick<Engines, 'database' | 'settings' | 'storage' | 'clock'>

export const auditCommands: readonly Command<ActorContext>[] = [
  {
    name: 'audit reanchor',
    usage: '',
    summary:
      'After an older database was put back: sets aside the anchors that tell of what it does not have, and writes a new one.',
    options: {},
    positionals: 0,
    onlyReads: false,
    async run(context) {
      const aside = await reanchor(context)
      for (const name of aside) context.print(`Set aside: ${name}`)
      if (aside.length === 0) context.print('The audit record is what its anchors tell: nothing was done.')
      return { json: { aside } }
    },
  },
  {
    name: 'audit',
    usage: '[--file ID] [--email E] [--since T] | --verify',
    summary: 'The record of who did what, newest first; or whether it is as it was written.',
    options: {
      file: { type: 'string' },
      email: { type: 'string' },
      since: { type: 'string' },
      verify: { type: 'boolean' },
    },
    positionals: 0,
    onlyReads: true,
    async run(context, { values }) {
      if (values['verify']) return tellVerdict(context, values)
      const portions = readAudit(context.database.kysely, questionOf(values, context))
      if (values['json']) return { json: new LongJson(recordsJson(portions)) }
      for await (const rows of portions) {
        for (const row of rows) context.print(lineOf(row))
      }
      return { json: {} }
    },
  },
]

async function tellVerdict(
  context: AuditEngines & CommandTools,
  { file, email, since }: OptionValues,
): Promise<CommandOutcome> {
  if (file !== undefined || email !== undefined || since !== undefined)
    throw new CommandError('--verify reads the whole record: please give it alone.')
  const verdict = await verifyAudit(context, (checked) => context.progress(`${checked} records checked`))
  context.progress('')
  const { records, chains, problem, digest } = verdict
  const { anchors, problems, warnings } = await verifyAnchors(context)
  const counts = `${counted(records, 'record')} in ${counted(chains, 'chain')}`
  context.print(problem ?? `${counts}: unchanged. Digest of their ends: ${digest}`)
  for (const line of [...problems, ...warnings]) context.print(line)
  const sound = problem === null && problems.length === 0
  if (sound && anchors > 0) context.print(`They match ${counted(anchors, 'anchor')}.`)
  return {
    json: { ok: sound, ...verdict, anchors: { count: anchors, problems, warnings } },
    exitCode: sound ? 0 : 1,
  }
}

/** `{ "records": […] }` in chunks, because the records of years are longer than the maximum string length. */
async function* recordsJson(portions: AsyncIterable<readonly AuditRow[]>): AsyncGenerator<string> {
  let before = '{"records":['
  for await (const rows of portions) {
    yield before + rows.map((row) => JSON.stringify(toRecord(row))).join(',')
    before = ','
  }
  yield before === ',' ? ']}' : `${before}]}`
}

function questionOf(values: OptionValues, { settings }: AuditEngines): AuditQuestion {
  const question: AuditQuestion = {}
  const { file, email, since } = values
  if (typeof file === 'string') {
    if (!/^[1-9]\d{0,9}$/.test(file) || Number(file) > MAX_ID)
      throw new CommandError('--file takes the number of a file.')
    question.subject = { kind: 'document', id: Number(file) }
  }
  if (typeof email === 'string') question.email = email.trim().toLowerCase()
  if (typeof since === 'string') question.since = readSince(since.trim(), settings.timeZone)
  return question
}

/** A day begins at midnight in the portal's time zone. A timestamp stands for itself. */
function readSince(text: string, timeZone: string): Date | Day {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime()))
    throw new CommandError('--since takes a day or moment such as 2026-04-15.')
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return moment
  // February 30 becomes March 2, as in a timestamp.
  return { day: moment.toISOString().slice(0, 10), timeZone }
}
