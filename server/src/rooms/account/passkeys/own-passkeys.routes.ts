import * as passkeys from '@portal/contract/sign-in/passkeys.ts'
import type { Serve } from '../../../records/context.ts'
import { userAgentOf } from '../../../engines/http/user-agent.ts'
import { addPasskey, beginPasskey } from './add-passkey.usecases.ts'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './own-passkeys.usecases.ts'

/** A person's own passkeys. */
export function ownPasskeysRoutes(serve: Serve): void {
  serve(passkeys.listPasskeys, listOwnPasskeys)

  serve(passkeys.beginPasskey, beginPasskey)

  serve(passkeys.addPasskey, async (context, { body, request }) => {
    const passkey = await addPasskey(context, { ...body, userAgent: userAgentOf(request) })
    return { success: true, message: passkeys.PASSKEY_ADDED, passkey } as const
  })

  serve(passkeys.renamePasskey, async (context, { params, body, request }) => {
    const passkey = await renameOwnPasskey(context, { ...params, ...body, userAgent: userAgentOf(request) })
    return { success: true, message: passkeys.PASSKEY_RENAMED, passkey } as const
  })

  serve(passkeys.removePasskey, async (context, { params }) => {
    await removeOwnPasskey(context, params.id)
    return { success: true, message: passkeys.PASSKEY_REMOVED } as const
  })
}
