import { parseEmail } from '@portal/contract/email.ts'
import { DISABLED_PERSON } from '@portal/contract/people/people-errors.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { ActorContext } from '../../access/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { EMAIL_INVALID, NO_SUCH_ACCOUNT } from '../base/accounts.errors.ts'
import { toFullAccountRecord, type FullAccountRecord } from '../base/accounts.models.ts'
import { lockAccount } from '../base/accounts.repository.ts'
import { FIRST_PASSWORD_LIFETIME_MS, RESET_LIFETIME_MS, resetLink } from '../base/links.ts'
import { lockEmail } from '../base/registration.repository.ts'
import { newToken } from '../../sessions/token.ts'
import { insertToken, supersedeResets } from '../base/token.repository.ts'
import { hasPassword } from '../base/credential.repository.ts'

type PasswordLink = {
  readonly accountId: number
  readonly email: string
  readonly kind: 'reset' | 'first-password'
  /** Decides which of several requests is the latest. */
  readonly askedAt: Date
}

/**
 * Makes a password link for a locked address. It works once: for 72 hours if it sets the first password, else for one.
 */
export async function makePasswordLink(
  { clock, settings }: Pick<Engines, 'clock' | 'settings'>,
  transaction: Transaction<DB>,
  { accountId, email, kind, askedAt }: PasswordLink,
): Promise<string> {
  const { token, tokenHash } = newToken()
  const lifetime = kind === 'reset' ? RESET_LIFETIME_MS : FIRST_PASSWORD_LIFETIME_MS
  const expiresAt = new Date(clock.now().getTime() + lifetime)
  await insertToken(transaction, { kind, tokenHash, accountId, createdAt: askedAt, expiresAt })
  return resetLink(settings, { email, token })
}

/**
 * Makes a password link for the account with that address, and audits it. Someone can hand it over if the portal
 * sends no mail. A reset link invalidates earlier reset links.
 * @throws PortalError 400 for an invalid address, 404 if no account has it, 409 if the account is disabled.
 */
export async function makePasswordLinkByAddress(
  context: ActorContext,
  address: string,
): Promise<FullAccountRecord & { link: string; isFirst: boolean }> {
  const email = parseEmail(address)?.address
  if (email === undefined) throw failure(EMAIL_INVALID)
  return context.database.kysely.transaction().execute(async (transaction) => {
    await lockEmail(transaction, email)
    const account = await lockAccount(transaction, email)
    if (!account) throw failure(NO_SUCH_ACCOUNT, { values: { email } })
    if (account.isDisabled) throw failure(DISABLED_PERSON)
    const { id: accountId, countyId } = account
    const isFirst = !(await hasPassword(transaction, accountId))
    const askedAt = context.clock.now()
    if (!isFirst) await supersedeResets(transaction, { email, askedAt })
    const kind = isFirst ? 'first-password' : 'reset'
    const link = await makePasswordLink(context, transaction, { accountId, email, kind, askedAt })
    await recordAudit(transaction, context, {
      action: 'account.link_made',
      subject: { kind: 'account', id: accountId },
      countyId,
      after: { email, countyIDs: account.counties.map(({ id }) => id) },
    })
    return { ...toFullAccountRecord(account), link, isFirst }
  })
}
