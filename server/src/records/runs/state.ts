import type { AccountLimiter } from '../../engines/http/account-limiter.ts'

export type RunsState = {
  /** Bounds the previews of many documents on this server (R20.63). */
  readonly largePreviews: AccountLimiter
}
