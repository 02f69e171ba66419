import type { RecentDisconnects } from './recent-disconnects.ts'
import type { TakeoverLock } from './takeover-lock.ts'
import type { UploadLimiter } from './upload-limiter.ts'

/** What the intake remembers between calls. */
export type IntakeState = {
  readonly uploadLimiter: UploadLimiter
  /** Of uploads that go on where they broke off. */
  readonly takeoverLock: TakeoverLock
  readonly recentDisconnects: RecentDisconnects
}
