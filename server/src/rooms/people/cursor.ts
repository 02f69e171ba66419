import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { isStorable } from '@portal/contract/fields.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import { z } from 'zod'
import { failure } from '../../engines/http/errors.ts'
import type { CursorSeal } from '../../engines/paging/cursor-seal.ts'

/** A position between two people of the list. The person may have moved since. */
export type Place = {
  /** The sort key: an address, or the last sign-in in ISO 8601, empty for never. */
  readonly key: string
  readonly id: number
}

const parts = z.tuple([z.string().max(300).refine(isStorable), z.int().min(1).max(MAX_ID)])

/** Encrypted, because it has an address. */
export function encodeCursor(seal: CursorSeal, { key, id }: Place): Promise<string> {
  return seal.seal('people', JSON.stringify([key, id]))
}

/** @throws PortalError 400 if no page returned the text. */
export async function readPlace(seal: CursorSeal, cursor: string | undefined): Promise<Place | null> {
  if (cursor === undefined) return null
  const text = await seal.open('people', cursor)
  if (text === null) {
    const problem = 'after and before must be taken from the page beside it.'
    throw failure(REQUEST_INVALID, { values: { problem } })
  }
  const [key, id] = parts.parse(JSON.parse(text))
  return { key, id }
}
