import { z } from 'zod'
import type { PageText, PlacedWord } from './page-text.ts'

/** Bytes of a box: left, top, width and height as 16-bit integers. */
const BOX_BYTES = 8
/** Marks a word without a place. */
const NO_PLACE = 0xffff
/** Places are thousandths of a page. */
const MAX_PLACE = 1000
/** A word is a run of characters that are not blank. So a page has its words from its text, and only their boxes are added. */
const WORD = /\S+/g

/** A page in a small form: its text, and a box for each of its words in base64. Without boxes `boxes` is empty. */
export type PackedPage = { readonly text: string; readonly boxes: string }

export const packedPage = z
  .object({ text: z.string(), boxes: z.base64() })
  .refine(({ boxes }) => areBoxes(Buffer.from(boxes, 'base64')), 'A box is outside of its page.')

function areBoxes(bytes: Buffer): boolean {
  if (bytes.length % BOX_BYTES !== 0) return false
  for (let at = 0; at < bytes.length; at += 2) {
    const place = bytes.readUInt16LE(at)
    if (place > MAX_PLACE && place !== NO_PLACE) return false
  }
  return true
}

export function packPage({ text, words }: PageText): PackedPage {
  if (words.length === 0) return { text, boxes: '' }
  const boxOf = new Map(words.map(({ at, box }) => [at, box]))
  const found = [...text.matchAll(WORD)]
  const bytes = Buffer.alloc(found.length * BOX_BYTES)
  found.forEach(({ index }, nth) => {
    const box = boxOf.get(index)
    for (let side = 0; side < 4; side++) bytes.writeUInt16LE(placeOf(box?.[side]), nth * BOX_BYTES + side * 2)
  })
  return { text, boxes: bytes.toString('base64') }
}

function placeOf(place: number | undefined): number {
  if (place === undefined || !Number.isFinite(place)) return NO_PLACE
  return Math.min(MAX_PLACE, Math.max(0, Math.round(place)))
}

export function unpackPage({ text, boxes }: PackedPage): PageText {
  const bytes = Buffer.from(boxes, 'base64')
  const words = [...text.matchAll(WORD)].flatMap(({ index, 0: word }, nth): PlacedWord[] => {
    const start = nth * BOX_BYTES
    if (start + BOX_BYTES > bytes.length) return []
    const [left, top, width, height] = [0, 2, 4, 6].map((side) => bytes.readUInt16LE(start + side))
    if (left === undefined || top === undefined || width === undefined || height === undefined) return []
    return left === NO_PLACE ? [] : [{ at: index, length: word.length, box: [left, top, width, height] }]
  })
  return { text, words }
}
