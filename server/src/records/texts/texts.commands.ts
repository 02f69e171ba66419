import type { Command } from '../../engines/commands/command.ts'
import type { Engines } from '../../engines/engines.ts'
import { readTextState } from './text-state.repository.ts'

const state: Command<Engines> = {
  name: 'text state',
  usage: '',
  summary: 'Counts the documents whose text is read, waits, or cannot be read, with the reasons.',
  options: {},
  positionals: 0,
  onlyReads: true,
  async run({ database, print }) {
    const found = await readTextState(database.kysely)
    const unreadable = Object.entries(found.unreadable)
    print(`${found.read} read, with ${found.pages} page(s), of which OCR read ${found.ocrPages}`)
    print(`${found.waiting + found.notQueued} waiting${since(found.oldestWaiting)}`)
    for (const [reason, documents] of unreadable) print(`${documents} unreadable: ${reason}`)
    return { json: { ...found, oldestWaiting: found.oldestWaiting?.toISOString() ?? null } }
  },
}

function since(oldest: Date | null): string {
  return oldest ? `, the oldest since ${oldest.toISOString()}` : ''
}

export const textCommands: readonly Command<Engines>[] = [state]
