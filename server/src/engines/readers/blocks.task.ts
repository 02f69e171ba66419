import { MEGABYTE } from '../config/megabyte.ts'
import type { WarmTask } from '../workers/warm-task.ts'

/** Reads office files and mail as blocks. One process reads one file, because its libraries are not made for strangers. */
export const READ_BLOCKS: WarmTask = {
  module: new URL('./blocks.child.ts', import.meta.url),
  memoryMb: 640,
  // A workbook of 1.5 million cells takes 2.3 s of processor time. Other people wait for longer (R16.35).
  wallMs: 15_000,
  addons: false,
  files: 1,
  idleMs: 60_000,
  answerBytes: 64 * MEGABYTE,
}
