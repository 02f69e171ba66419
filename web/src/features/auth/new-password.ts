import { MIN_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { loadOptionalChunk } from '../../lib/chunk.ts'

/** The number that names the rules where they do not load. */
const PASSWORD_RULES = 12

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters.`

/**
 * What stands against a new password; null for a good one. The rules come with the list of common passwords, which is
 * larger than the screens, so they are loaded when they are needed. Where they do not come, the server's count alone.
 */
export async function newPasswordProblem(password: string): Promise<string | null> {
  const rules = await loadOptionalChunk(PASSWORD_RULES, () => import('@portal/contract/password.ts'))
  return rules?.passwordProblem(password) ?? null
}
