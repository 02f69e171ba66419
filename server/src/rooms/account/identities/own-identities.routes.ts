import * as singleSignOn from '@portal/contract/sign-in/single-sign-on.ts'
import type { Serve } from '../../../records/context.ts'
import { readBrowserHash } from '../../../records/sessions/browser-cookie.ts'
import {
  joinIdentity,
  listOwnIdentities,
  nameIdentityToJoin,
  removeOwnIdentity,
} from './own-identities.usecases.ts'

/** A person's own identities at issuers of single sign-on. */
export function ownIdentitiesRoutes(serve: Serve): void {
  serve(singleSignOn.getIdentityToJoin, async (context, { request }) => ({
    name: await nameIdentityToJoin(context, readBrowserHash(context.settings, request)),
  }))

  serve(singleSignOn.joinIdentity, async (context, { request }) => {
    const name = await joinIdentity(context, readBrowserHash(context.settings, request))
    return { success: true, message: singleSignOn.IDENTITY_JOINED.replace('{name}', () => name) } as const
  })

  serve(singleSignOn.listIdentities, listOwnIdentities)

  serve(singleSignOn.removeIdentity, async (context, { params }) => {
    await removeOwnIdentity(context, params.id)
    return { success: true, message: singleSignOn.IDENTITY_REMOVED } as const
  })
}
