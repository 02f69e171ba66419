import PostalMime, { type Address, type Email } from 'postal-mime'
import {
  cellOf,
  MAX_ATTACHMENTS,
  paragraphsOf,
  partOf,
  tableBlock,
  type BlocksFile,
  type FileBlock,
} from './blocks-file.ts'
import { textOfHtml } from './html-text.ts'

const MAX_NESTING = 20

/** An e-mail as text. Nothing of its HTML is shown, and nothing is loaded from elsewhere. */
export async function openMail(bytes: Uint8Array): Promise<BlocksFile> {
  const email = await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING })
  const blocks = [fieldsOf(email), ...paragraphsOf(bodyOf(email, bytes))]
  const attachments = email.attachments.slice(0, MAX_ATTACHMENTS)
  return {
    outline: {
      sheets: [],
      attachments: attachments.map(({ filename, content }, at) => ({
        fileName: (filename ?? `attachment ${at + 1}`).slice(0, 300),
        bytes: bytesOf(content).length,
      })),
    },
    blocks: (_sheet, from) => partOf(blocks, from),
    attachment: (at) => attachments[at] && bytesOf(attachments[at].content),
  }
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

function fieldsOf({ from, to = [], cc = [], date, subject }: Email): FileBlock {
  const fields = [
    ['From', from ? addressText(from) : ''],
    ['To', to.map(addressText).join(', ')],
    ['Cc', cc.map(addressText).join(', ')],
    ['Date', date ?? ''],
    ['Subject', subject ?? ''],
  ] as const
  return tableBlock(
    fields.filter(([, value]) => value !== '').map(([name, value]) => [cellOf(name), cellOf(value)]),
    'fields',
  )
}

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(addressText).join(', ')}`
  return name && address ? `${name} <${address}>` : (address ?? name ?? '')
}

/** A mail with broken parts has no text, so its source is shown. */
function bodyOf({ text, html, attachments }: Email, bytes: Uint8Array): string {
  if (text?.trim()) return text
  // Line ends of the source are spaces in HTML.
  if (html?.trim()) return textOfHtml(html.replace(/\s+/gu, ' '))
  if (attachments.length > 0) return ''
  const source = Buffer.from(bytes).toString('latin1')
  return source.slice(source.search(/\r?\n\r?\n/u) + 1)
}
