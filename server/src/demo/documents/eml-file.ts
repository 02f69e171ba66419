export type Attachment = { name: string; contentType: string; content: Buffer }
export type EmlContent = {
  from: string
  to: string
  subject: string
  text: string
  date: Date
  attachments?: readonly Attachment[]
}

const BOUNDARY = '=_part_of_this_message'
const NOT_ASCII = /[^\x20-\x7e]/
/** Octets of text in one encoded word, which may be 75 characters long (RFC 2047, section 2). */
const WORD_BYTES = 42

/** A mail as it is saved to a file (RFC 5322), in UTF-8, with its attachments in base64. */
export function emlFile(mail: EmlContent): Buffer {
  const attachments = mail.attachments ?? []
  const headers = [
    `From: ${unfolded(mail.from)}`,
    `To: ${unfolded(mail.to)}`,
    `Subject: ${encodedWords(unfolded(mail.subject))}`,
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.date.getTime()}.${Buffer.byteLength(mail.text)}@mail.example>`,
    'MIME-Version: 1.0',
  ]
  const text = part('text/plain; charset=utf-8', [], Buffer.from(mail.text.replace(/\r?\n/g, '\r\n')))
  if (attachments.length === 0) return Buffer.from([...headers, ...text, ''].join('\r\n'))
  const body = [
    ...headers,
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
    '',
    `--${BOUNDARY}`,
    ...text,
    ...attachments.flatMap((attachment) => [`--${BOUNDARY}`, ...attachmentPart(attachment)]),
    `--${BOUNDARY}--`,
    '',
  ]
  return Buffer.from(body.join('\r\n'))
}

function attachmentPart({ name, contentType, content }: Attachment): string[] {
  return part(
    contentType,
    [`Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name)}`],
    content,
  )
}

function part(contentType: string, more: readonly string[], content: Buffer): string[] {
  const lines = content.toString('base64').match(/.{1,76}/g) ?? []
  return [`Content-Type: ${contentType}`, ...more, 'Content-Transfer-Encoding: base64', '', ...lines]
}

/** On one line, so that no text can become a header of its own. */
function unfolded(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

function encodedWords(text: string): string {
  if (!NOT_ASCII.test(text)) return text
  const words: string[] = ['']
  for (const character of text) {
    const last = words.at(-1) ?? ''
    if (Buffer.byteLength(last + character) > WORD_BYTES) words.push(character)
    else words[words.length - 1] = last + character
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}
