import { MIN_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { loadOptionalChunk } from '../../lib/chunk.ts'

/** The chunk number reported if the rules fail to load. */
const PASSWORD_RULES_CHUNK = 12

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters.`

/**
 * Why a new password is rejected; null if it is acceptable. The rules include the list of common passwords, which is
 * larger than the screens, so they load on demand. If that fails, only the server's rules apply.
 */
export async function newPasswordProblem(password: string): Promise<string | null> {
  const rules = await loadOptionalChunk(
    PASSWORD_RULES_CHUNK,
    () => import('@portal/contract/sign-in/password.ts'),
  )
  return rules?.passwordProblem(password)?.sentence ?? null
}
