import type { DocumentEvent } from '@portal/contract/history/document-history.ts'
import { counted } from '../../../engines/warnings/counted.ts'
import { listed, withNote } from '../../../records/audit/events/sentence-parts.ts'
import type { HistoryRow } from '../history.repository.ts'
import type { Group } from './group-reads.ts'

/** What the stored tables know of how a document was received. */
export type Reception = {
  readonly receipts: readonly string[]
  /** Whether a person filed it from an e-mail. */
  readonly isFromMail: boolean
}

/** The document, which all sentences of its history are about. */
export const THIS_FILE = 'this file'

type SentenceFacts = { readonly changes: DocumentEvent['changes']; readonly reception: Reception | null }

/** The sentence, where it differs from that of *Activity*; null where it does not. */
export function whatOf(group: Group, { changes, reception }: SentenceFacts): string | null {
  const [newest] = group
  if (newest.action === 'document.uploaded') return receivedText(newest, reception)
  if (changes.length > 0) return `changed ${listed(changes.map(({ field }) => field))}`
  return group.length > 1 ? readsText(group) : null
}

function receivedText(row: HistoryRow, reception: Reception | null): string {
  return withNote(howReceived(row, reception), fileNameIn(row.after))
}

function howReceived({ actorKind, cameFrom }: HistoryRow, reception: Reception | null): string {
  if (actorKind === 'door' && cameFrom === 'mailbox') return `delivered ${THIS_FILE} by e-mail`
  if (actorKind === 'door') return `delivered ${THIS_FILE} through the drop folder`
  return reception?.isFromMail ? `filed ${THIS_FILE} from an e-mail` : `uploaded ${THIS_FILE}`
}

function fileNameIn(facts: unknown): string | undefined {
  if (typeof facts !== 'object' || facts === null || !('fileName' in facts)) return undefined
  return typeof facts.fileName === 'string' ? facts.fileName : undefined
}

/** Such as `viewed this file 12 times and downloaded it once`. */
function readsText(group: Group): string {
  const viewed = group.filter(({ action }) => action === 'document.viewed').length
  const downloaded = group.length - viewed
  const parts = [
    ...(viewed > 0 ? [`viewed ${THIS_FILE} ${timesText(viewed)}`] : []),
    ...(downloaded > 0 ? [`downloaded ${viewed > 0 ? 'it' : THIS_FILE} ${timesText(downloaded)}`] : []),
  ]
  return parts.join(' and ')
}

function timesText(count: number): string {
  return count === 1 ? 'once' : counted(count, 'time')
}
