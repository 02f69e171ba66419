import type { BrokenLines } from './resumable/broken-lines.ts'
import type { TakingOver } from './resumable/taking-over.ts'
import type { UploadLimiter } from './upload-limiter.ts'

/** What the intake remembers between calls. */
export type IntakeState = {
  readonly uploadLimiter: UploadLimiter
  /** Of uploads that go on where they broke off. */
  readonly takingOver: TakingOver
  readonly brokenLines: BrokenLines
}
