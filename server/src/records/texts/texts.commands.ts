import { CommandError, type Command, type OptionValues } from '../../engines/commands/command.ts'
import type { Engines } from '../../engines/engines.ts'
import { readTextState } from './text-state.repository.ts'
import { requeueTexts } from './text-sweep.repository.ts'
import { queueTexts } from './texts.repository.ts'
import { counted } from '../../engines/warnings/counted.ts'

const state: Command<Engines> = {
  name: 'text state',
  usage: '',
  summary:
    'Counts the documents whose text is read, read in part, waits, or cannot be read, with the reasons.',
  options: {},
  positionals: 0,
  onlyReads: true,
  async run({ database, print }) {
    const found = await readTextState(database.kysely)
    const unreadable = Object.entries(found.unreadable)
    print(`${found.read} read, with ${counted(found.pages, 'page')}, ${found.ocrPages} of them by OCR`)
    print(`${found.waiting + found.notQueued} waiting${since(found.oldestWaiting)}`)
    if (found.partlyRead > 0) print(`${found.partlyRead} of them only in part`)
    for (const [reason, documents] of unreadable) print(`${documents} unreadable: ${reason}`)
    return { json: { ...found, oldestWaiting: found.oldestWaiting?.toISOString() ?? null } }
  },
}

function since(oldest: Date | null): string {
  return oldest ? `, the oldest since ${oldest.toISOString()}` : ''
}

const rebuild: Command<Engines> = {
  name: 'text rebuild',
  usage: '[--unreadable] [--document N]',
  summary:
    'Reads the texts again, in the background: all, only those of unreadable documents, or that of document N. Documents stay as they are.',
  options: { unreadable: { type: 'boolean' }, document: { type: 'string' } },
  positionals: 0,
  onlyReads: false,
  async run({ database, print }, { values }) {
    const documentId = readDocumentId(values['document'])
    // A document that was never queued has no row yet.
    if (documentId !== null) await queueTexts(database.kysely, [documentId])
    const isUnreadable = values['unreadable'] === true
    const queued = await requeueTexts(database.kysely, { isUnreadable, documentId })
    print(`${counted(queued, 'text')} will be read again. See: npm run -s portal -- text state`)
    return { json: { queued } }
  },
}

/** @throws CommandError for what is no number of a document. */
function readDocumentId(text: OptionValues[string]): number | null {
  if (typeof text !== 'string') return null
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number > 0) return number
  throw new CommandError(`text rebuild: --document takes the number of a document, not ${text}.`)
}

export const textCommands: readonly Command<Engines>[] = [state, rebuild]
