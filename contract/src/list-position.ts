import { z } from 'zod'
import { MAX_ID } from './limits.ts'

/** A cursor in the documents list. The row that it was made from may no longer exist. */
export type ListPosition = {
  /** The rank of the row's status. */
  readonly rank: number
  /** The time of the upload, in microseconds since 1970. */
  readonly moment: number
  readonly id: number
}

const parts = z
  .tuple([z.int().min(0).max(32_767), z.int(), z.int().min(1).max(MAX_ID)])
  .transform(([rank, moment, id]): ListPosition => ({ rank, moment, id }))

/** Encodes the position for `after` and `before`: base64url, meant only for the server. */
export function writePosition({ rank, moment, id }: ListPosition): string {
  const text = btoa(JSON.stringify([rank, moment, id]))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
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
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
