import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { MAX_PAGES, TextBudget, type FileText, type TextKind } from './file-text.ts'
import { textOfHtml } from './html-text.ts'
import { kindOfFile } from './kind-of-file.ts'
import { clean } from './office/text-collector.ts'
import { unpackPage, type PackedPage } from './packed-page.ts'
import type { ReadOptions } from './read-options.ts'

/** Reads the text of an attachment. Mails in mails are not read. */
export type AttachmentReader = (
  kind: Exclude<TextKind, 'image' | 'eml'>,
  bytes: Buffer,
  options: ReadOptions,
) => Promise<FileText>

/** Bytes of an attachment whose text is read. */
const MAX_ATTACHMENT = 20_000_000
const MAX_NESTING = 30

/** The mail is the first page. Each attachment with text is a page after it, or several. */
export async function readEml(
  bytes: Buffer,
  options: ReadOptions,
  readAttachment: AttachmentReader,
): Promise<FileText> {
  const budget = new TextBudget()
  const mail = await parse(bytes)
  const pages = [budget.take({ text: clean(mail ? textOf(mail) : rawTextOf(bytes, budget.left)), boxes: '' })]
  for (const attachment of mail?.attachments ?? []) {
    if (options.isLate() || options.isReduced || budget.left <= 0) break
    const found = await textsOf(attachment, { options, readAttachment })
    pages.push(...found.map((page) => budget.take({ text: unpackPage(page).text, boxes: '' })))
  }
  return { pageCount: pages.length, pages: pages.slice(0, MAX_PAGES), scans: [], skippedScans: 0 }
}

/** Null for a mail whose parts cannot be told apart. */
async function parse(bytes: Buffer): Promise<Email | null> {
  try {
    const mail = await PostalMime.parse(bytes, {
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: MAX_NESTING,
    })
    const isEmpty = !mail.text?.trim() && !mail.html?.trim() && mail.attachments.length === 0
    return isEmpty ? null : mail
  } catch {
    return null
  }
}

function textOf(mail: Email): string {
  const attached = mail.attachments.map(({ filename }) => filename ?? '').filter((name) => name !== '')
  const body = mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? '')
  return [
    line('From', people([mail.from])),
    line('To', people(mail.to)),
    line('Cc', people(mail.cc)),
    line('Date', mail.date),
    line('Subject', mail.subject),
    line('Attachments', attached.join(', ')),
    '',
    body,
  ]
    .filter((each) => each !== null)
    .join('\n')
}

function line(name: string, value: string | undefined): string | null {
  return value ? `${name}: ${value}` : null
}

function people(addresses: readonly (Address | undefined)[] | undefined): string {
  return (addresses ?? [])
    .flatMap((each) => (each === undefined ? [] : (each.group ?? [each])))
    .map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' '))
    .join(', ')
}

/** A mail with broken parts as it came. Lines of an encoded file are no text. */
function rawTextOf(bytes: Buffer, maxCharacters: number): string {
  const lines = bytes.toString('latin1').slice(0, maxCharacters).split(/\r?\n/)
  return lines.filter((each) => !/^[A-Za-z\d+/=]{60,}$/.test(each)).join('\n')
}

type Reading = { readonly options: ReadOptions; readonly readAttachment: AttachmentReader }

async function textsOf(
  { filename, content }: Attachment,
  { options, readAttachment }: Reading,
): Promise<readonly PackedPage[]> {
  const kind = kindOfFile(filename ?? '')
  if (kind === null || kind === 'image' || kind === 'eml' || typeof content === 'string') return []
  if (content.byteLength > MAX_ATTACHMENT) return []
  try {
    const { pages } = await readAttachment(kind, Buffer.from(content as ArrayBuffer), options)
    return pages.filter(({ text }) => text !== '')
  } catch {
    // The mail has its text without it.
    return []
  }
}
