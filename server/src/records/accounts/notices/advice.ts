import type { Letter } from '../../../engines/mail/letter.ts'
import type { Engines } from '../../../engines/engines.ts'
import { findAccount } from '../accounts.repository.ts'
import { isManagedByIssuer } from '../identities/own-identities.repository.ts'
import { newPasswordLink } from './new-password-link.ts'

/** What a mail tells somebody to do about what they do not know of: the end of a sentence, and the link that it speaks of. */
type WhatToDo = { readonly words: string; readonly link: Pick<Letter, 'link'>; readonly hasPassword: boolean }

/** Who has no password because an issuer signs them in is given none by “Forgot password?” (R2.138). */
export async function adviceFor(
  { settings, database }: Pick<Engines, 'settings' | 'database'>,
  email: string,
): Promise<WhatToDo> {
  const account = await findAccount(database.kysely, email)
  if (account && (await isManagedByIssuer(database.kysely, account.id)))
    return { words: 'tell the helpdesk at once.', link: {}, hasPassword: false }
  return {
    words: 'set a new password now and tell the helpdesk:',
    link: { link: newPasswordLink(settings) },
    hasPassword: true,
  }
}
