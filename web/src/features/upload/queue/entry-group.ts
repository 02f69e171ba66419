import type { CountyChoice } from '../facts/upload-fields.ts'
import type { QueueEntry } from '../sender/queue-entry.ts'
import type { QueueView } from '../sender/queue-store.ts'
import { lacksDetails } from './queue-texts.ts'

/** The groups of unsent files, in the order of their chips. A file is in one group at most. */
export const GROUPS = [
  { id: 'ready', name: 'Ready' },
  { id: 'to accept', name: 'To accept' },
  { id: 'needs more', name: 'Needs more' },
  { id: 'on file', name: 'Already on file' },
] as const

export type EntryGroup = (typeof GROUPS)[number]['id']

type Surroundings = {
  readonly view: Pick<QueueView, 'plan'>
  readonly county: CountyChoice
  /** Whether the file has a proposal to accept. */
  readonly isProposed: (key: string) => boolean
  /** Whether the file is a duplicate that waits for a decision. */
  readonly isDuplicate: (key: string) => boolean
}

/** The group of a file; null once the person has sent it. */
export function groupOf(entry: QueueEntry, around: Surroundings): EntryGroup | null {
  if (entry.state.is !== 'chosen') return null
  if (around.isDuplicate(entry.key)) return 'on file'
  if (around.isProposed(entry.key)) return 'to accept'
  return lacksDetails(entry, around.view, around.county) ? 'needs more' : 'ready'
}
