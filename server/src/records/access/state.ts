import type { AccountLimiter } from '../../engines/http/account-limiter.ts'

/** The state that access holds between calls: the limits on one person's concurrent work. */
export type AccessState = {
  /** Limits whole-list responses. */
  readonly listLimiter: AccountLimiter
  /** Limits reads. */
  readonly readLimiter: AccountLimiter
  /** Limits work under the person's own database lock. Acquire a permit before the transaction begins. */
  readonly lockLimiter: AccountLimiter
}
