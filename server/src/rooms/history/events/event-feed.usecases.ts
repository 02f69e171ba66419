import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import {
  EVENTS_POSITION_GONE,
  EVENTS_POSITION_INVALID,
  type FeedEvent,
  type listEvents as listEventsCall,
} from '@portal/contract/history/events.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { toDocumentEvent } from '../document/document-history.models.ts'
import type { HistoryRow } from '../history.repository.ts'
import { isRecorded, readEnd, readRecords, scanRecords, type ScannedRecord } from './event-feed.repository.ts'
import { BEGINNING, readFeedPosition, writeFeedPosition, type FeedPosition } from './feed-position.ts'

/** Records that a call reads at most, so that it takes as long for a person who sees few of them. */
const WINDOW = 1000

/**
 * A page of what happened to the documents that the caller sees, oldest first (R27.20).
 * @throws PortalError 400 for an unknown position, 409 for one that a restored backup does not have.
 */
export async function listEvents(
  context: PersonContext,
  { after, limit }: QueryOf<typeof listEventsCall>,
): Promise<ResultOf<typeof listEventsCall>> {
  const db = context.database.kysely
  const reader = context.actor.person
  if (after === 'now') return answer(context, { rows: [], position: await readEnd(db), hasMore: false })
  const position = await requirePosition(context, after)
  const scanned = await scanRecords(db, { position, reader, most: WINDOW })
  const read = upTo(scanned, limit)
  const rows = await readRecords(db, { records: read.filter(({ isVisible }) => isVisible), reader })
  const hasMore = read.length < scanned.length || scanned.length === WINDOW
  return answer(context, { rows, position: advance(position, read), hasMore })
}

async function requirePosition(context: PersonContext, after: string | undefined): Promise<FeedPosition> {
  if (after === undefined || after === '') return BEGINNING
  const position = await readFeedPosition(context.cursorSeal, after)
  if (!position) throw failure(EVENTS_POSITION_INVALID)
  const { newest } = position
  if (newest && !(await isRecorded(context.database.kysely, newest))) throw failure(EVENTS_POSITION_GONE)
  return position
}

/** The records up to the last one that fits on the page. Those that the reader may not know are passed over. */
function upTo(scanned: readonly ScannedRecord[], limit: number): readonly ScannedRecord[] {
  let visible = 0
  const end = scanned.findIndex(({ isVisible }) => isVisible && (visible += 1) > limit)
  return end === -1 ? scanned : scanned.slice(0, end)
}

/** In each chain the records of a page follow each other: both their ids and their sequence grow. */
function advance(position: FeedPosition, read: readonly ScannedRecord[]): FeedPosition {
  const chains = new Map(position.chains)
  let { newest } = position
  for (const { isVisible: _isVisible, ...record } of read) {
    chains.set(record.chain, record.sequence)
    if (newest === null || BigInt(record.id) > BigInt(newest.id)) newest = record
  }
  return { chains: [...chains], newest }
}

type Page = {
  readonly rows: readonly HistoryRow[]
  readonly position: FeedPosition
  readonly hasMore: boolean
}

async function answer(
  { cursorSeal, dictionaries, actor }: PersonContext,
  { rows, position, hasMore }: Page,
): Promise<ResultOf<typeof listEventsCall>> {
  const names = await dictionaries.names()
  const toFeedEvent = (row: HistoryRow): FeedEvent => ({
    ...toDocumentEvent([row], { reader: actor.person, names, reception: null }),
    FileID: Number(row.subjectId),
    CountyID: row.countyId,
  })
  return { events: rows.map(toFeedEvent), next: await writeFeedPosition(cursorSeal, position), hasMore }
}
