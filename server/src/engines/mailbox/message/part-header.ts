import type { HeaderFields } from './header-fields.ts'
import { readParameters } from './parameters.ts'

export type Encoding = 'base64' | 'quoted-printable' | 'as it is'

/** Maximum characters read of a one-word field. */
const LONGEST_FIELD = 1000

/** The description of a part in its header. */
export type Described = {
  /** In lower case, such as `application/pdf`. */
  readonly contentType: string
  /** The delimiter between its parts; null without parts. */
  readonly boundary: string | null
  readonly disposition: 'attachment' | 'inline' | null
  readonly fileName: string | null
  /** The id by which the text embeds it, without angle brackets. */
  readonly contentId: string | null
  readonly encoding: Encoding
}

/** Reads the description. Defaults are those of RFC 2045, and of RFC 2046 for parts of a digest. */
export function describePart(header: HeaderFields, { isInDigest }: { isInDigest: boolean }): Described {
  const { value, parameters } = readParameters(header.first('content-type'))
  const contentType = /^[^\s/]+\/[^\s/]+$/.test(value) ? value : isInDigest ? 'message/rfc822' : 'text/plain'
  const disposition = readParameters(header.first('content-disposition'))
  const fileName = disposition.parameters.get('filename') || parameters.get('name') || null
  const boundary = contentType.startsWith('multipart/') ? parameters.get('boundary') : undefined
  return {
    contentType,
    boundary: boundary?.trimEnd() || null,
    disposition: dispositionOf(disposition.value),
    fileName,
    contentId: /<([^>]*)>/.exec(header.first('content-id').slice(0, LONGEST_FIELD))?.[1]?.trim() || null,
    encoding: encodingOf(header.first('content-transfer-encoding')),
  }
}

/** An unknown disposition counts as an attachment (RFC 2183, section 2.8). */
function dispositionOf(value: string): Described['disposition'] {
  if (value === '') return null
  return value === 'inline' ? 'inline' : 'attachment'
}

function encodingOf(text: string): Encoding {
  const named = text
    .slice(0, LONGEST_FIELD)
    .replaceAll(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase()
  return named === 'base64' || named === 'quoted-printable' ? named : 'as it is'
}
