import { ENTER_CODE } from '@portal/contract/sign-in/code-errors.ts'
import { SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import { loginWithCode } from '@portal/contract/sign-in/second-factor.ts'
import { call } from '../../../lib/call.ts'
import { toFailure, type Failure } from '../failure.ts'

/** Sends the code of the second step; returns why it was refused, or null. */
export async function sendCode(
  typed: string,
  finish: () => Promise<Failure | null>,
): Promise<Failure | null> {
  if (typed.trim() === '') return { text: ENTER_CODE.sentence, hint: null }
  try {
    await call(loginWithCode, { body: { code: typed } })
    return await finish()
  } catch (error) {
    return toFailure(error, SOMETHING_WENT_WRONG.sentence)
  }
}
