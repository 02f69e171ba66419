import type { BrokenLines } from './resumable/broken-lines.ts'
import type { TakingOver } from './resumable/taking-over.ts'
import type { UploadSlots } from './upload-slots.ts'

/** What the intake remembers between calls. */
export type IntakeState = {
  readonly uploadSlots: UploadSlots
  /** Of uploads that go on where they broke off. */
  readonly takingOver: TakingOver
  readonly brokenLines: BrokenLines
}
