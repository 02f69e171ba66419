import type { AccountLimiter } from '../../engines/http/account-limiter.ts'

/** What access remembers between calls: the limits of what one person does at once. */
export type AccessState = {
  /** In which a person gets a whole list. */
  readonly listLimiter: AccountLimiter
  /** In which a person reads. */
  readonly readLimiter: AccountLimiter
  /** In which a person does what is below a lock of theirs in the database; taken before the transaction begins. */
  readonly lockLimiter: AccountLimiter
}
