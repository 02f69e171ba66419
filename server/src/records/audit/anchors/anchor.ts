import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Where a chain of the audit record ended when an anchor was written. The hash is hexadecimal. */
export type AnchoredEnd = { readonly chain: number; readonly sequence: number; readonly hash: string }

/** The state of the audit record at one time, as stored in the document store. */
export type Anchor = {
  readonly name: string
  readonly at: Date
  readonly ends: readonly AnchoredEnd[]
  /** The anchor before this one, and the SHA-256 of its text in hexadecimal; null for the first. */
  readonly before: { readonly name: string; readonly sha256: string } | null
  /** SHA-256 of its text, in hexadecimal. */
  readonly sha256: string
}

const CONTENT = z.object({
  at: z.iso.datetime(),
  records: z.int(),
  ends: z.array(z.object({ chain: z.int(), sequence: z.int(), hash: z.string() })),
  before: z.object({ name: z.string(), sha256: z.string() }).nullable(),
})

/** The name of a new anchor: its UTC time, and a part that is unique across servers. */
export function newAnchorName(at: Date): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '')
  return `${moment}Z-${crypto.randomUUID().slice(0, 8)}`
}

/** The UTC day in a name, YYYY-MM-DD. */
export function dayOfAnchor(name: string): string {
  return name.slice(0, 10)
}

/** One line of JSON. */
export function textOfAnchor({ at, ends, before }: Pick<Anchor, 'at' | 'ends' | 'before'>): string {
  const records = ends.reduce((sum, { sequence }) => sum + sequence, 0)
  return JSON.stringify({ at: at.toISOString(), records, ends, before })
}

/** Returns null if the text is not an anchor. */
export function readAnchor(name: string, text: string): Anchor | null {
  try {
    const { at, ends, before } = CONTENT.parse(JSON.parse(text))
    return { name, at: new Date(at), ends, before, sha256: sha256Of(text) }
  } catch {
    return null
  }
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
