import type { CursorSeal } from '../../engines/paging/cursor-seal.ts'
import type { CommonPasswords } from './passwords/common-passwords.ts'
import type { PasswordHasher } from './passwords/password-hash.ts'

/** State of accounts that lives longer than one call. */
export type AccountsState = {
  readonly commonPasswords: CommonPasswords
  readonly passwordHasher: PasswordHasher
  /** Encrypts names and addresses in cursors. */
  readonly cursorSeal: CursorSeal
}
