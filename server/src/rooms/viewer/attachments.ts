import { PAGE_UNREADABLE } from '@portal/contract/viewer/viewer.ts'
import { z } from 'zod'
import { failure } from '../../engines/http/errors.ts'
import { fileOutline, type FileOutline } from '../../engines/readers/blocks-file.ts'
import type { PersonContext } from '../../records/context.ts'
import { bytesInMemory } from '../../records/stored-files/file-types/byte-source.ts'
import { checkKind } from '../../records/stored-files/file-types/check-kind.ts'
import { askReader, type Answer } from './ask-reader.ts'
import { cachedJson } from './cached-json.ts'
import type { ViewedFile } from './viewed-file.ts'

/** The sheets of a workbook, and the attachments of an e-mail. */
export function readOutline(
  context: PersonContext,
  viewed: ViewedFile,
  senderGone: AbortSignal,
): Promise<Answer<FileOutline>> {
  return cachedJson(context, { viewed, name: 'outline' }, fileOutline, () =>
    askReader(context, viewed, {
      reader: context.blockReader,
      question: { ask: 'outline' },
      result: fileOutline,
      senderGone,
    }),
  )
}

type AttachmentAsked = {
  /** From 0. */
  readonly at: number
  readonly fileName: string
  readonly senderGone: AbortSignal
}

/**
 * The bytes of an attachment, checked like an upload.
 * @throws 409 if they are not of the type that the name claims, and 429.
 */
export async function readAttachment(
  context: PersonContext,
  mail: ViewedFile,
  { at, fileName, senderGone }: AttachmentAsked,
): Promise<Buffer> {
  const answer = await askReader(context, mail, {
    reader: context.attachmentReader,
    question: { ask: 'attachment', attachment: at },
    result: z.object({}),
    senderGone,
  })
  if (answer.kind === 'unreadable') throw failure(PAGE_UNREADABLE)
  const verdict = await checkKind(fileName, bytesInMemory(answer.bytes))
  if (!verdict.ok) throw failure(PAGE_UNREADABLE)
  return answer.bytes
}
