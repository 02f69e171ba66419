import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import type { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import type {
  MessagePart,
  MessageStructure,
  ExceededMessageLimit,
} from '../../../engines/mailbox/message/structure.ts'

/** A message part that is a file for the portal, and its name. */
export type Filing = { readonly place: number; readonly part: MessagePart; readonly fileName: string }

const EXTENSION_OF: Readonly<Record<string, (typeof ACCEPTED_EXTENSIONS)[number]>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tif',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'message/rfc822': 'eml',
}
/** Signatures and keys of a signed message, which are not files to import. */
const SIGNATURES = /^application\/(x-)?(pkcs7|pgp)-(signature|keys)$/

/**
 * The files of a message: attachments, and inline parts with a name of an accepted type, but not pictures of the text
 * itself.
 */
export function filingsOf(
  { parts }: Pick<MessageStructure, 'parts'>,
  shownIds: ReadonlySet<string>,
): Filing[] {
  return parts.flatMap((part, place) => {
    if (!isFiling(part, shownIds)) return []
    return [{ place, part, fileName: part.fileName ?? nameOf(part, place) }]
  })
}

function isFiling(part: MessagePart, shownIds: ReadonlySet<string>): boolean {
  const { contentType, contentId, disposition, fileName } = part
  if (SIGNATURES.test(contentType)) return false
  if (contentType.startsWith('image/') && contentId !== null && shownIds.has(contentId)) return false
  if (disposition === 'attachment') return true
  return fileName === null ? contentType in EXTENSION_OF : acceptedExtension(fileName) !== null
}

function nameOf({ contentType }: MessagePart, place: number): string {
  const extension = EXTENSION_OF[contentType]
  if (extension === 'eml') return `forwarded message ${place}.eml`
  return `attachment ${place}${extension === undefined ? '' : `.${extension}`}`
}

const TOO_MUCH: Readonly<Record<ExceededMessageLimit | 'bytes', string>> = {
  bytes: 'It is larger than 100 MB.',
  header: 'Its headers are larger than 256 KB, or have more than 10,000 lines.',
  parts: 'It has more than 200 parts.',
  lines: 'It has more than 5 million lines.',
  depth: 'Its parts are nested more than 10 deep.',
}

/** Why the message cannot be read automatically; null if it can. */
export function unreadableReason({
  parts,
  contentTypes,
}: Pick<MessageStructure, 'parts' | 'contentTypes'>): string | null {
  const isEncrypted =
    contentTypes.has('multipart/encrypted') ||
    [...contentTypes].some((type) => /^application\/(x-)?pkcs7-mime$/.test(type))
  if (isEncrypted) return 'It is encrypted.'
  const isPacked =
    contentTypes.has('application/ms-tnef') ||
    parts.some(({ fileName }) => fileName?.toLowerCase() === 'winmail.dat')
  return isPacked ? 'Attachments are in Outlook’s winmail.dat format and cannot be read. Ask for PDFs.' : null
}

export function limitReason(tooMuch: ExceededMessageLimit | 'bytes'): string {
  return TOO_MUCH[tooMuch]
}
