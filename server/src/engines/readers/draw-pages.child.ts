import { z } from 'zod'
import type { FileBytes } from '../workers/file-bytes.ts'
import type { OpenedFile } from '../workers/warm-task.ts'
import { openImage } from './draw-image.ts'
import { openDrawnPdf } from './draw-pdf.ts'
import type { DrawnFile, DrawQuestion } from './drawn-file.ts'

const about = z.object({ kind: z.enum(['pdf', 'image']) })

export async function open(bytes: FileBytes, options: unknown): Promise<OpenedFile> {
  const { kind } = about.parse(options)
  const file = kind === 'pdf' ? await openDrawnPdf(bytes) : await openImage(bytes.all())
  return { answer: (question) => answer(file, question as DrawQuestion), close: () => file.close() }
}

async function answer(file: DrawnFile, question: DrawQuestion) {
  if (question.ask === 'pages') return { result: await file.pages() }
  if (question.ask === 'text') return { result: file.texts(question.from, question.to) }
  const { bytes, ...drawn } = await file.draw(question.page, question.width)
  return { result: drawn, bytes }
}
