import { decodeQuotedPrintable } from './quoted-printable.ts'

const ENCODED_WORD = /=\?([\w.:-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/giu
/** White space between two encoded words is ignored (RFC 2047, section 6.2). */
const BETWEEN_WORDS = /(\?=)\s+(?==\?[\w.:-]+(?:\*[\w-]*)?\?[bq]\?[^?]*\?=)/giu

/** Decodes the bytes of a header as UTF-8, or as the usual Windows character set if they are not valid UTF-8. */
export function headerText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Decodes bytes of a named character set. For an unknown one, falls back to `headerText`. */
export function textOf(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return headerText(bytes)
  }
}

type Word = { readonly charset: string; readonly bytes: Buffer }

/** Decodes the encoded words of a header (RFC 2047). A letter may be split between two of them. */
export function decodeWords(text: string): string {
  const parts: (string | Word)[] = []
  const joined = text.replace(BETWEEN_WORDS, '$1')
  let end = 0
  for (const found of joined.matchAll(ENCODED_WORD)) {
    if (found.index > end) parts.push(joined.slice(end, found.index))
    parts.push(wordOf(found))
    end = found.index + found[0].length
  }
  parts.push(joined.slice(end))
  return joinWords(parts)
}

function wordOf([, charset = '', encoding = '', encoded = '']: RegExpExecArray): Word {
  const bytes =
    encoding.toLowerCase() === 'b'
      ? Buffer.from(encoded, 'base64')
      : decodeQuotedPrintable(Buffer.from(encoded.replaceAll('_', '=20'), 'latin1'))
  return { charset: charset.toLowerCase(), bytes }
}

function joinWords(parts: readonly (string | Word)[]): string {
  const texts: string[] = []
  const run: Word[] = []
  const endRun = () => {
    const [first] = run
    if (first) texts.push(textOf(Buffer.concat(run.map(({ bytes }) => bytes)), first.charset))
    run.length = 0
  }
  for (const part of parts) {
    if (typeof part === 'string' || run.at(-1)?.charset !== part.charset) endRun()
    if (typeof part === 'string') texts.push(part)
    else run.push(part)
  }
  endRun()
  return texts.join('')
}
