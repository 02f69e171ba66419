import { z } from 'zod'
import type { CursorSeal } from '../../../engines/paging/cursor-seal.ts'

/**
 * A position in the feed: how far each chain of the audit record was read. One number would not do. Records get their
 * ids before they are committed, so a record with a smaller id may appear later. In its chain none does: the next writer
 * of a chain waits for the commit of the one before.
 */
export type FeedPosition = {
  /** Pairs of a chain and the sequence of its last read record. */
  readonly chains: readonly (readonly [chain: number, sequence: string])[]
  /** The newest read record, which exists unless the portal was restored from an older backup; null at the beginning. */
  readonly newest: NewestRead | null
}

export type NewestRead = {
  readonly chain: number
  readonly sequence: string
  /** Milliseconds. */
  readonly at: number
  readonly id: string
  /** The hash of the record, in hexadecimal. */
  readonly hash: string
}

const number = z.string().regex(/^\d{1,18}$/)
const stored = z.object({
  chains: z.array(z.tuple([z.int(), number])),
  newest: z
    .object({ chain: z.int(), sequence: number, at: z.int(), id: number, hash: z.string() })
    .nullable(),
})

export const BEGINNING: FeedPosition = { chains: [], newest: null }

/** Sealed, so that nobody composes a position that the portal never gave. */
export function writeFeedPosition(seal: CursorSeal, position: FeedPosition): Promise<string> {
  return seal.seal('events', JSON.stringify(position))
}

/** The position; null for a text that is none. */
export async function readFeedPosition(seal: CursorSeal, text: string): Promise<FeedPosition | null> {
  const opened = await seal.open('events', text)
  if (opened === null) return null
  const read = stored.safeParse(parseJson(opened))
  return read.success ? read.data : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
