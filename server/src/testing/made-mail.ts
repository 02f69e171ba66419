import { FILINGS, TRUSTED } from './mail-folder.ts'

export const PASSED = `${TRUSTED}; dmarc=pass header.from=loving.example`

type Message = {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  /** The verdict of the mail server. Null means none. */
  readonly authentication?: string | null
  /** Further lines of the header. */
  readonly header?: readonly string[]
  readonly parts?: readonly string[]
  readonly kind?: string
}

let made = 0

/** A message as a mail server delivers it, by default from the clerk of Loving. */
export function mailOf({
  from = 'Clerk <clerk@loving.example>',
  to = FILINGS,
  subject = `Filing ${++made}`,
  authentication = PASSED,
  header = [],
  parts = [textPart('See the attached.')],
  kind = 'multipart/mixed',
}: Message): string {
  const boundary = `=_part_${++made}`
  return [
    ...(authentication === null ? [] : [`Authentication-Results: ${authentication}`]),
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${made}@loving.example>`,
    'MIME-Version: 1.0',
    ...header,
    `Content-Type: ${kind}; boundary="${boundary}"`,
    '',
    'For old programs.',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

export function textPart(text: string, kind = 'plain'): string {
  return `Content-Type: text/${kind}; charset=utf-8\r\n\r\n${text}`
}

type Attachment = {
  readonly type?: string
  readonly disposition?: string
  readonly header?: readonly string[]
}

/** A part with a file in base64. */
export function filePart(
  name: string,
  bytes: Buffer,
  {
    type = 'application/octet-stream',
    disposition = `attachment; filename="${name}"`,
    header = [],
  }: Attachment = {},
): string {
  const lines = bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
  return [
    `Content-Type: ${type}`,
    ...(disposition === '' ? [] : [`Content-Disposition: ${disposition}`]),
    'Content-Transfer-Encoding: base64',
    ...header,
    '',
    lines,
  ].join('\r\n')
}
