import { z } from 'zod'
import { isStorable } from './fields.ts'
import { MAX_ID } from './limits.ts'

/** A cursor in the documents list. The row that it was made from may no longer exist. */
export type ListPosition = {
  /** The rank of the row's status. */
  readonly rank: number
  /** The time of the upload, in microseconds since 1970. */
  readonly moment: number
  readonly id: number
}

/** A cursor in a list that is sorted by a column: the value in that column, a text encrypted, and the document. */
export type SortPosition = { readonly key: string | number; readonly id: number }

const documentId = z.int().min(1).max(MAX_ID)
const parts = z.union([
  z
    .tuple([z.int().min(0).max(32_767), z.int(), documentId])
    .transform(([rank, moment, id]): ListPosition => ({ rank, moment, id })),
  z
    .tuple([z.union([z.int(), z.string().max(1000).refine(isStorable)]), documentId])
    .transform(([key, id]): SortPosition => ({ key, id })),
])

/** Encodes the position for `after` and `before`: base64url, meant only for the server. */
export function writePosition(position: ListPosition | SortPosition): string {
  const { id } = position
  const values = 'key' in position ? [position.key, id] : [position.rank, position.moment, id]
  const text = bytesAsText(new TextEncoder().encode(JSON.stringify(values)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** An optional position of the query string; an empty value means not set. */
export function queryPosition(name: string) {
  const problem = `${name} must be taken from a link to the next or previous page.`
  const position = z.string(problem).transform((text, { issues, value }) => {
    const read = parts.safeParse(readText(text))
    if (read.success) return read.data
    issues.push({ code: 'custom', message: problem, input: value })
    return z.NEVER
  })
  return z.union([z.literal('').transform(() => undefined), position]).optional()
}

function readText(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))))
  } catch {
    return undefined
  }
}

/** Each byte as a character, for btoa. */
function bytesAsText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
