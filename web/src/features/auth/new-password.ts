import { MIN_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { loadOptionalChunk } from '../../lib/chunk.ts'

/** The number that names the rules where they cannot be loaded. */
const PASSWORD_RULES_CHUNK = 12

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters.`

/**
 * Why a new password is refused; null for a good one. The rules come with the list of common passwords, which is larger
 * than the screens, so they are loaded when needed. Where that fails, only the server's rules count.
 */
export async function newPasswordProblem(password: string): Promise<string | null> {
  const rules = await loadOptionalChunk(
    PASSWORD_RULES_CHUNK,
    () => import('@portal/contract/sign-in/password.ts'),
  )
  return rules?.passwordProblem(password)?.sentence ?? null
}
