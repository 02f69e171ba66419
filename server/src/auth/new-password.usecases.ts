import { isCommonPassword, TOO_COMMON } from '@portal/contract/common-passwords.ts'
import { badRequest } from '../http/errors.ts'
import type { World } from '../world.ts'
import { besideOwnNames, isTooLittle } from './own-words.policy.ts'

type NewPassword = { password: string; email: string; countyName: string | null }

/**
 * Refuses, with 400, a new password that guessers try first: one of the list, or the address, county or company with
 * little beside it. What the screens check too is looked at before, by `passwordProblem`.
 */
export async function refuseGuessable(
  { settings, commonPasswords }: Pick<World, 'settings' | 'commonPasswords'>,
  { password, email, countyName }: NewPassword,
): Promise<void> {
  const owner = { email, countyName, companyName: settings.company.name }
  const beside = besideOwnNames(password, owner)
  const tried = [password, ...beside.flatMap(({ rest, bare }) => [rest, bare])]
  const listed = await Promise.all(tried.map((one) => commonPasswords.has(one)))
  if (beside.some(isTooLittle) || listed.includes(true) || tried.some(isCommonPassword)) {
    throw badRequest(TOO_COMMON)
  }
}
