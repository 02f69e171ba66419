import { ENTER_PASSWORD, proveIdentity } from '@portal/contract/account/account.ts'
import { ENTER_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import { call } from '../../../lib/call.ts'
import { toFailure, type Failure } from '../failure.ts'

/** Proves the user's identity by password; resolves with the failure, or null. */
export async function sendPassword(password: string): Promise<Failure | null> {
  return password === '' ? { text: ENTER_PASSWORD.sentence, hint: null } : prove({ password })
}

/** Does the same with a code of the second factor. */
export async function sendCode(code: string): Promise<Failure | null> {
  return code.trim() === '' ? { text: ENTER_CODE.sentence, hint: null } : prove({ code })
}

async function prove(body: { password: string } | { code: string }): Promise<Failure | null> {
  try {
    await call(proveIdentity, { body })
    return null
  } catch (error) {
    return toFailure(error, SOMETHING_WENT_WRONG.sentence)
  }
}
