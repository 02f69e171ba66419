import { words } from '@portal/contract/files/description.ts'
import type { RunRow } from '../../records/runs/runs.repository.ts'

const MAX_CHARACTERS = 60

/**
 * What a run does, for people who may see it: a description or comment with its first words (R20.73). `what` has none of them, because
 * the audit record and the command line show it.
 */
export function titleOfRun({ action, what }: Pick<RunRow, 'action' | 'what'>): string {
  if (action.kind === 'comment') return `Comment “${firstWords(action.text)}”`
  if (action.kind !== 'description') return what
  const quoted = `“${firstWords(action.text)}”`
  return action.mode === 'set'
    ? `Replace the description with ${quoted}`
    : `Put ${quoted} before the description`
}

/** Marks that turn the direction of a text, also of the words around it. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/gu

function firstWords(text: string): string {
  const characters = Array.from(words(text.replaceAll(DIRECTION_MARKS, '')).join(' '))
  if (characters.length <= MAX_CHARACTERS) return characters.join('')
  const lastSpace = characters.lastIndexOf(' ', MAX_CHARACTERS)
  return `${characters.slice(0, lastSpace === -1 ? MAX_CHARACTERS : lastSpace).join('')}…`
}
