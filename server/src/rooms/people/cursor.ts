import { isStorable } from '@portal/contract/fields.ts'
import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import { z } from 'zod'
import { failure } from '../../engines/http/errors.ts'

/** A place in the list of people, between two of them: that of a person who may stand elsewhere by now. */
export type Place = {
  /** What the list is ordered by: an address; or when they signed in last, ISO 8601, empty for never. */
  readonly key: string
  readonly id: number
}

const parts = z.tuple([z.string().max(300).refine(isStorable), z.int().min(1).max(MAX_ID)])

/** The place as a page names it: base64url, for nobody else to read. It gives no right: who asks sees what they may see. */
export function encodeCursor({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** @throws PortalError 400 for what no page has named. */
export function decodeCursor(text: string): Place {
  const read = parts.safeParse(readJson(Buffer.from(text, 'base64url').toString()))
  if (!read.success) {
    const problem = 'after and before must be taken from the page beside it.'
    throw failure(REQUEST_INVALID, { values: { problem } })
  }
  const [key, id] = read.data
  return { key, id }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
