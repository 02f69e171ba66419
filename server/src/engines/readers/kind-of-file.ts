import { extname } from 'node:path'
import type { TextKind } from './file-text.ts'

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ['.pdf', 'pdf'],
  ['.png', 'image'],
  ['.jpg', 'image'],
  ['.jpeg', 'image'],
  ['.tif', 'image'],
  ['.tiff', 'image'],
  ['.doc', 'doc'],
  ['.docx', 'docx'],
  ['.xls', 'xls'],
  ['.xlsx', 'xlsx'],
  ['.eml', 'eml'],
])

/** How a file is read, by its name; null for a type that the portal does not accept. */
export function kindOfFile(fileName: string): TextKind | null {
  return KINDS.get(extname(fileName).toLowerCase()) ?? null
}
