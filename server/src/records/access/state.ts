import type { Turns } from '../../engines/http/turns.ts'

/** What access remembers between calls: the limits of what one person does at once. */
export type AccessState = {
  /** In which a person gets a whole list. */
  readonly listTurns: Turns
  /** In which a person reads. */
  readonly readTurns: Turns
  /** In which a person does what is below a lock of theirs in the database; taken before the transaction begins. */
  readonly lockTurns: Turns
}
