import { isStorable } from '@portal/contract/fields.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import { z } from 'zod'
import { decodeCursor } from '../../engines/paging/paging.ts'

/** A position between two people of the list. The person may have moved since. */
export type Place = {
  /** The sort key: an address, or the last sign-in in ISO 8601, empty for never. */
  readonly key: string
  readonly id: number
}

const parts = z.tuple([z.string().max(300).refine(isStorable), z.int().min(1).max(MAX_ID)])

/** Returns base64url. Only the server reads it. */
export function encodeCursor({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

const FROM_PAGE_BESIDE = 'after and before must be taken from the page beside it.'

/** @throws PortalError 400 if the text is not a cursor. */
export function readPlace(cursor: string | undefined): Place | null {
  return decodeCursor(cursor, parsePlace, FROM_PAGE_BESIDE)
}

function parsePlace(text: string): Place | null {
  const { data } = parts.safeParse(readJson(Buffer.from(text, 'base64url').toString()))
  return data ? { key: data[0], id: data[1] } : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
