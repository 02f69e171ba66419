import type {
  confirmSecondFactor,
  SecondFactor,
  SecondFactorSetUp,
} from '@portal/contract/sign-in/second-factor.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { fieldsOf, UnreadableAnswer } from '../../../../lib/wire.ts'

export function readSecondFactor(answer: SecondFactor): SecondFactor {
  const { since, recoveryCodesLeft, mayRemove } = fieldsOf(answer)
  return { since: since || null, recoveryCodesLeft: recoveryCodesLeft ?? 0, mayRemove: mayRemove ?? true }
}

/** @throws UnreadableAnswer without a secret: nothing could be set up by it. */
export function readSetUp(answer: SecondFactorSetUp): SecondFactorSetUp {
  const { secret, address, picture } = fieldsOf(answer)
  if (!secret || !address) throw new UnreadableAnswer()
  const { size, path } = fieldsOf(picture)
  return { secret, address, picture: { size: size ?? 0, path: path ?? '' } }
}

/** @throws UnreadableAnswer where there are none: they are shown only once. */
export function readRecoveryCodes(answer: ResultOf<typeof confirmSecondFactor>): readonly string[] {
  const { recoveryCodes } = fieldsOf(answer)
  if (!Array.isArray(recoveryCodes)) throw new UnreadableAnswer()
  return recoveryCodes
}
