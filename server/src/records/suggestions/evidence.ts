import { UNSEEN } from '../documents/file-name.ts'
import type { Place } from './mentions.ts'

/** Where a suggestion comes from, and the words there. */
export type Evidence = { readonly page: number; readonly text: string }

/** Characters before and after. */
const AROUND = 40
/** Characters of all. A letter may have thousands of accents. */
const MAX_EVIDENCE_LENGTH = 200

/** The words of a place with those around it, on one line, without characters that hide or reorder others. */
export function evidenceOf({ page: { page, text }, start, end }: Place): Evidence {
  const from = wordStart(text, Math.max(lineOfLabel(text, start), start - AROUND))
  const lineEnd = text.indexOf('\n', end)
  const to = wordEnd(text, Math.min(lineEnd === -1 ? text.length : lineEnd, end + AROUND))
  return { page, text: shown(text.slice(from, to)) }
}

function shown(raw: string): string {
  const text = raw.replaceAll(/\s+/gu, ' ').replaceAll(UNSEEN, '').trim()
  return Array.from(text).slice(0, MAX_EVIDENCE_LENGTH).join('')
}

/** Where the line of a place begins, or the line before it if the place begins its line: that may be its label. */
function lineOfLabel(text: string, start: number): number {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const isFirst = lineStart > 0 && text.slice(lineStart, start).trim() === ''
  return isFirst ? text.lastIndexOf('\n', lineStart - 2) + 1 : lineStart
}

function wordStart(text: string, from: number): number {
  if (from === 0 || /\s/u.test(text.charAt(from - 1))) return from
  const blank = text.slice(from).search(/\s/u)
  return blank === -1 ? from : from + Math.min(blank, AROUND - 1)
}

function wordEnd(text: string, to: number): number {
  if (to === text.length || /\s/u.test(text.charAt(to))) return to
  const last = text.slice(0, to).search(/\s\S*$/u)
  return last === -1 ? to : Math.max(last, to - AROUND + 1)
}
