import { DESCRIPTION_MAX_WORDS } from '@portal/contract/limits.ts'
import {
  CommandError,
  type Command,
  type CommandOutcome,
  type OptionValues,
} from '../../../engines/commands/command.ts'
import type { CommandContext, Context } from '../../../records/context.ts'
import { findCountyByIdOrName } from '../../../records/counties/counties.repository.ts'
import { maySubmitFor, findSubmitter } from '../../../records/deliveries/submitter.ts'
import {
  listMailFiles,
  listWaitingMails,
  type MailRow,
} from '../../../records/deliveries/mail-delivery.repository.ts'
import { findTypeByName } from '../../../records/reference/type-by-name.repository.ts'
import { fileLine } from './file-line.ts'
import { rejectMessage, requireWaiting, acceptMessage } from './decide.usecases.ts'

const MAX_LISTED = 1000

export const mailboxCommands: readonly Command<Context>[] = [
  {
    name: 'mailbox',
    usage: '[--accept ID --as E --county N --category C --type T | --refuse ID --reason R [--tell E]]',
    summary:
      'Messages of the mailbox that wait for a person; or takes one in as documents that the account E brought, or refuses it, with word to E where E is given.',
    options: Object.fromEntries(
      ['accept', 'refuse', 'as', 'county', 'category', 'type', 'reason', 'tell'].map((name) => [
        name,
        { type: 'string' as const },
      ]),
    ),
    positionals: 0,
    onlyReads: true,
    async run(context, { values }) {
      if (values['accept'] !== undefined) return accept(context, values)
      if (values['refuse'] !== undefined) return refuse(context, values)
      return list(context)
    },
  },
]

async function list({ database, print }: CommandContext): Promise<CommandOutcome> {
  const mails = await listWaitingMails(database.kysely, MAX_LISTED)
  const json: object[] = []
  for (const mail of mails) {
    const files = await listMailFiles(database.kysely, mail.id)
    print(lineOf(mail))
    for (const { fileName, byteSize } of files) print(`  ${fileName} (${byteSize} bytes)`)
    json.push({
      id: mail.id,
      arrivedAt: mail.arrivedAt.toISOString(),
      from: mail.sender,
      to: mail.recipient,
      subject: mail.subject,
      reason: mail.reason,
      files: files.map(({ fileName, byteSize }) => ({ fileName, bytes: byteSize })),
    })
  }
  if (mails.length === 0) print('No message waits for a person.')
  return { json: { waiting: json } }
}

function lineOf({ id, arrivedAt, sender, recipient, subject, reason }: MailRow): string {
  return [
    id,
    arrivedAt.toISOString(),
    `from ${sender}`,
    `to ${recipient}`,
    `“${subject}”`,
    reason ?? '',
  ].join('  ')
}

async function accept(context: CommandContext, values: OptionValues): Promise<CommandOutcome> {
  const { kysely } = context.database
  const mail = await requireWaiting(context, wordOf(values, 'accept'))
  const county = await findCountyByIdOrName(kysely, wordOf(values, 'county'))
  if (!county) throw new CommandError('mailbox: there is no county of that name or id.')
  const bringer = await findSubmitter(kysely, wordOf(values, 'as').toLowerCase())
  if (!bringer || !maySubmitFor(bringer, county.id))
    throw new CommandError(`mailbox: --as names nobody who may upload for ${county.name}.`)
  const types = await findTypeByName(kysely, {
    category: wordOf(values, 'category'),
    type: wordOf(values, 'type'),
  })
  if (!types) throw new CommandError('mailbox: there is no such category and type.')
  const draft = { ...types, countyId: county.id, description: descriptionOf(mail) }
  const files = await acceptMessage(context, mail, { uploadedBy: bringer.accountId, draft })
  const stored = files.filter(({ state }) => state === 'accepted')
  for (const file of files) context.print(fileLine(file) ?? `Not decided: ${file.fileName}`)
  if (stored.length === 0)
    context.print('Nothing of it could be accepted: it waits still. Refuse it, or upload it by hand.')
  return {
    json: {
      id: mail.id,
      files: stored.map(({ fileName, documentId }) => ({ fileName, fileID: documentId })),
    },
    exitCode: stored.length === 0 ? 1 : 0,
  }
}

/** The subject, as the screen suggests it. A document without a description could not be edited. */
function descriptionOf({ subject }: Pick<MailRow, 'subject'>): string {
  return subject.split(/\s+/u).slice(0, DESCRIPTION_MAX_WORDS).join(' ').trim() || 'By mail'
}

async function refuse(context: CommandContext, values: OptionValues): Promise<CommandOutcome> {
  const mail = await requireWaiting(context, wordOf(values, 'refuse'))
  const told = values['tell']
  await rejectMessage(context, mail, {
    reason: wordOf(values, 'reason'),
    answerTo: typeof told === 'string' ? told : null,
  })
  context.print(`Message ${mail.id} is refused.`)
  return { json: { id: mail.id } }
}

function wordOf(values: OptionValues, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new CommandError(`mailbox: --${name} is missing.`)
}
