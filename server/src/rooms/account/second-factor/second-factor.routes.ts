import * as calls from '@portal/contract/sign-in/second-factor.ts'
import type { Serve } from '../../../records/context.ts'
import {
  beginSetUp,
  confirmSetUp,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
  readOwnSecondFactor,
} from './second-factor.usecases.ts'

/** A person's own second factor. */
export function secondFactorRoutes(serve: Serve): void {
  serve(calls.getSecondFactor, readOwnSecondFactor)

  serve(calls.beginSecondFactor, beginSetUp)

  serve(calls.confirmSecondFactor, (context, { body }) => confirmSetUp(context, body.code))

  serve(calls.removeSecondFactor, async (context) => {
    await removeOwnSecondFactor(context)
    return { success: true, message: calls.SECOND_FACTOR_REMOVED } as const
  })

  serve(calls.renewRecoveryCodes, renewOwnRecoveryCodes)
}
