import type { RecentDisconnects } from './recent-disconnects.ts'
import type { TakeoverLock } from './takeover-lock.ts'
import type { UploadLimiter } from './upload-limiter.ts'

/** State of the intake that lives longer than one call. */
export type IntakeState = {
  readonly uploadLimiter: UploadLimiter
  /** For resumable uploads. */
  readonly takeoverLock: TakeoverLock
  readonly recentDisconnects: RecentDisconnects
}
