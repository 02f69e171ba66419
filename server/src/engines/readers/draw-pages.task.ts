import { MEGABYTE } from '../config/megabyte.ts'
import type { WarmTask } from '../workers/warm-task.ts'

/** Draws pages of PDFs and images, and reads the text of PDFs. */
export const DRAW_PAGES: WarmTask = {
  module: new URL('./draw-pages.child.ts', import.meta.url),
  memoryMb: 640,
  wallMs: 20_000,
  addons: true,
  files: 20,
  idleMs: 60_000,
  answerBytes: 8 * MEGABYTE,
}
