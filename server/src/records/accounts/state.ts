import type { CommonPasswords } from './passwords/common-passwords.ts'
import type { PasswordHasher } from './passwords/password-hash.ts'

/** What accounts remember between calls. */
export type AccountsState = {
  readonly commonPasswords: CommonPasswords
  readonly passwordHasher: PasswordHasher
}
