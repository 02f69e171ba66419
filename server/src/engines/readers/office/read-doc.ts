import { CFB } from '@e965/xlsx'
import WordExtractor from 'word-extractor'
import { TextBudget, UnreadableFile, type FileText } from '../file-text.ts'
import { clean } from './text-collector.ts'

/** A Word document is one page, because only Word knows where its pages end. */
export async function readDoc(bytes: Buffer): Promise<FileText> {
  const budget = new TextBudget()
  const text = await extract(bytes)
  return { pageCount: 1, pages: [budget.take({ text: clean(text), boxes: '' })], scans: [], skippedScans: 0 }
}

async function extract(bytes: Buffer): Promise<string> {
  // Its text would be noise.
  if (isEncrypted(bytes)) throw new UnreadableFile('password')
  try {
    const document = await new WordExtractor().extract(bytes)
    const parts = [
      document.getBody(),
      document.getHeaders({ includeFooters: true }),
      document.getFootnotes(),
      document.getEndnotes(),
      document.getAnnotations(),
      document.getTextboxes(),
    ]
    return parts.join('\n')
  } catch {
    throw new UnreadableFile('damaged')
  }
}

/** A bit of its first block says so. */
function isEncrypted(bytes: Buffer): boolean {
  try {
    const found = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'WordDocument')
    return ((Number(found?.content[11]) || 0) & 1) === 1
  } catch {
    return false
  }
}
