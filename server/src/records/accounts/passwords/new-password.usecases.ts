import { isCommonPassword } from '@portal/contract/sign-in/common-passwords.ts'
import { TOO_COMMON } from '@portal/contract/sign-in/password-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { CommonPasswords } from './common-passwords.ts'
import { withoutOwnNames, isTooLittle } from './context-words.policy.ts'

type NewPassword = { password: string; email: string; countyName: string | null }

/**
 * Rejects, with 400, a password that attackers try first: one from the list, or the address, county or company with
 * little added. Check it with `passwordProblem` first, as the screens do.
 */
export async function requireUnguessablePassword(
  { settings, commonPasswords }: Pick<Engines, 'settings'> & { commonPasswords: CommonPasswords },
  { password, email, countyName }: NewPassword,
): Promise<void> {
  const owner = { email, countyName, companyName: settings.company.name }
  const beside = withoutOwnNames(password, owner)
  const tried = [password, ...beside.flatMap(({ rest, bare }) => [rest, bare])]
  const listed = await Promise.all(tried.map((one) => commonPasswords.has(one)))
  if (beside.some(isTooLittle) || listed.includes(true) || tried.some(isCommonPassword)) {
    throw failure(TOO_COMMON)
  }
}
