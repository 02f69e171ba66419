import { z } from 'zod'
import type { FileBytes } from '../workers/file-bytes.ts'
import type { OpenedFile } from '../workers/warm-task.ts'
import { UnreadableBlocks, type BlocksFile, type BlocksKind, type BlocksQuestion } from './blocks-file.ts'

const about = z.object({ kind: z.enum(['doc', 'docx', 'sheet', 'mail']) })

/** Each library is loaded only for its files. */
const READERS: Readonly<Record<BlocksKind, (bytes: Uint8Array) => Promise<BlocksFile>>> = {
  doc: async (bytes) => (await import('./blocks-doc.ts')).openDoc(bytes),
  docx: async (bytes) => (await import('./blocks-docx.ts')).openDocx(bytes),
  sheet: async (bytes) => (await import('./blocks-sheet.ts')).openWorkbook(bytes),
  mail: async (bytes) => (await import('./blocks-mail.ts')).openMail(bytes),
}

export async function open(bytes: FileBytes, options: unknown): Promise<OpenedFile> {
  const file = await READERS[about.parse(options).kind](bytes.all())
  return { answer: async (question) => answer(file, question as BlocksQuestion), close: () => {} }
}

function answer(file: BlocksFile, question: BlocksQuestion) {
  if (question.ask === 'outline') return { result: file.outline }
  if (question.ask === 'blocks') return { result: file.blocks(question.sheet, question.from) }
  const bytes = file.attachment(question.attachment)
  if (!bytes) throw new UnreadableBlocks('damaged', 'There is no such attachment.')
  return { result: {}, bytes }
}
