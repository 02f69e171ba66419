import { parseEmail } from '@portal/contract/email.ts'
import { parseNewEmail } from '@portal/contract/people/new-email.ts'
import { passwordProblem } from '@portal/contract/sign-in/password.ts'
import { LAST_ADMINISTRATOR } from '@portal/contract/people/people-errors.ts'
import type { Role } from '@portal/contract/access/roles.ts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { findCounty } from '../counties/counties.repository.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { refusingDuplicates } from '../../engines/http/unique-violation.ts'
import { failure } from '../../engines/http/errors.ts'
import { enqueueMail, type MailToSend } from '../../engines/mail/enqueue-mail.ts'
import type { Actor } from '../access/actor.ts'
import type { ActorContext } from '../access/context.ts'
import type { CommonPasswords } from './passwords/common-passwords.ts'
import type { PasswordHasher } from './passwords/password-hash.ts'
import { EMAIL_INVALID, EMAIL_TAKEN, NO_SUCH_ACCOUNT } from './base/accounts.errors.ts'
import { toFullAccountRecord, type AccountRecord, type FullAccountRecord } from './base/accounts.models.ts'
import { isLastAdministrator } from './base/account-locks.repository.ts'
import {
  accountExists,
  findAccount,
  insertAccount,
  lockAccount,
  readAccounts,
  updateAccount,
  type AccountRow,
  type Disabler,
} from './base/accounts.repository.ts'
import { revokeTokensOf } from '../tokens/revoke-tokens.ts'
import { enqueueAccessChangedMail } from './notices/enqueue-notices.ts'
import { requireUnguessablePassword } from './passwords/new-password.usecases.ts'
import { makePasswordLink } from './passwords/password-link.usecases.ts'
import { closeRegistrationsOfEmail, lockEmail } from './base/registration.repository.ts'
import { deleteSessionsOf } from '../sessions/session.repository.ts'

export type AccountContext = ActorContext & {
  readonly commonPasswords: CommonPasswords
  readonly passwordHasher: PasswordHasher
}

/** The person starts in the first of these counties. */
export type NewAccount = { email: string; name?: string; role: Role; countyIds: readonly number[] }

/**
 * Adds a confirmed account. An administrator sees all counties, with or without one of their own.
 * @throws PortalError 400 for an invalid address or password, 409 if the address already has an account.
 */
export async function addAccount(
  context: AccountContext,
  account: NewAccount & { password: string },
): Promise<AccountRecord> {
  const email = readNewEmail(account.email)
  requireAcceptablePassword(account.password)
  const [countyId] = account.countyIds
  const county = countyId === undefined ? null : await findCounty(context.database.kysely, countyId)
  await requireUnguessablePassword(context, {
    password: account.password,
    email,
    countyName: county?.name ?? null,
  })
  return addSampleAccount(context, account)
}

/** Adds an account as above, but allows a password that is easy to guess: the demo shows it to everyone. */
export async function addSampleAccount(
  context: AccountContext,
  { password, ...account }: NewAccount & { password: string },
): Promise<AccountRecord> {
  const email = readNewEmail(account.email)
  requireAcceptablePassword(password)
  await requireUnusedEmail(context, email)
  const passwordHash = await context.passwordHasher.hash(password)
  return insert(context, { ...account, email, passwordHash }, async (_transaction, record) => record)
}

function requireAcceptablePassword(password: string): void {
  const problem = passwordProblem(password)
  if (problem) throw failure(problem)
}

/**
 * Adds a confirmed account whose person sets the password by a link that works once, within 72 h.
 * @throws PortalError as above.
 */
export async function addAccountWithLink(
  context: ActorContext,
  account: NewAccount,
): Promise<AccountRecord & { link: string }> {
  const email = readNewEmail(account.email)
  await requireUnusedEmail(context, email)
  return insert(context, { ...account, email, passwordHash: null }, async (transaction, record) => {
    const askedAt = context.clock.now()
    const asked = { accountId: record.userID, email, kind: 'first-password', askedAt } as const
    return { ...record, link: await makePasswordLink(context, transaction, asked) }
  })
}

type Invited = NewAccount & {
  mail: Omit<MailToSend, 'recipient'>
  /** Throws if the inviting person has lost the right to do so, and locks that person until the transaction ends. */
  requireRight: (transaction: Transaction<DB>) => Promise<void>
}

/**
 * Adds a confirmed account without a password, and queues the mail with the link that sets one.
 * @throws PortalError as above, and the errors of `requireRight`.
 */
export async function addInvitedAccount(
  context: ActorContext,
  { mail, requireRight, ...account }: Invited,
): Promise<AccountRecord> {
  const email = readNewEmail(account.email)
  await requireUnusedEmail(context, email)
  return insert(context, { ...account, email, passwordHash: null }, async (transaction, record) => {
    await requireRight(transaction)
    await enqueueMail(transaction, context, { ...mail, recipient: email })
    return record
  })
}

/**
 * Adds a confirmed account without a password, for a person whose address an issuer has verified. `finish` runs in the
 * same transaction.
 * @throws PortalError as above.
 */
export async function addVouchedAccount<T>(
  context: ActorContext,
  account: NewAccount,
  finish: (transaction: Transaction<DB>, record: AccountRecord) => Promise<T>,
): Promise<T> {
  return insert(context, { ...account, email: readNewEmail(account.email), passwordHash: null }, finish)
}

const taken = (email: string) => failure(EMAIL_TAKEN, { values: { email } })

async function requireUnusedEmail({ database }: ActorContext, email: string): Promise<void> {
  if (await accountExists(database.kysely, email)) throw taken(email)
}

type Insertion = NewAccount & { passwordHash: string | null }

async function insert<T>(
  context: ActorContext,
  { email, name = '', role, countyIds, passwordHash }: Insertion,
  finish: (transaction: Transaction<DB>, record: AccountRecord) => Promise<T>,
): Promise<T> {
  const now = context.clock.now()
  return refusingDuplicates({ account_email_key: taken(email) }, () =>
    context.database.kysely.transaction().execute(async (transaction) => {
      await lockEmail(transaction, email)
      const account = { email, name, role, countyIds, passwordHash, isPasswordProven: true, now }
      const userID = await insertAccount(transaction, account)
      await closeRegistrationsOfEmail(transaction, email, now)
      const countyId = countyIds[0] ?? null
      const record = { userID, email, role, isAdmin: role === 'administrator', countyID: countyId }
      await recordAudit(transaction, context, {
        action: 'account.added',
        subject: { kind: 'account', id: userID },
        countyId,
        after: { ...record, ...(name && { name }), countyIDs: countyIds },
      })
      return finish(transaction, record)
    }),
  )
}

/** An absent field stays unchanged. */
export type AccountChange = { role?: Role; countyIds?: readonly number[]; isDisabled?: boolean }

/**
 * Changes an account and ends its sessions.
 * @throws PortalError 400 for an invalid address, 404 if no account has it.
 */
export async function changeAccount(
  context: ActorContext,
  address: string,
  change: AccountChange,
): Promise<FullAccountRecord> {
  const email = parseEmail(address)?.address
  if (email === undefined) throw failure(EMAIL_INVALID)
  return context.database.kysely.transaction().execute(async (transaction) => {
    const before = await lockAccount(transaction, email)
    if (!before) throw failure(NO_SUCH_ACCOUNT, { values: { email } })
    const after = await applyAccountChange(context, transaction, { before, change })
    await deleteSessionsOf(transaction, before.id)
    return toFullAccountRecord(after)
  })
}

/**
 * Changes a locked account. If its role or counties change, it queues a mail to the person. The change takes effect at
 * their next call. Disabling revokes the API tokens for good (R27.27).
 * @throws PortalError 409 if no administrator would remain, except on the command line, which can always add one.
 */
export async function applyAccountChange(
  context: ActorContext,
  transaction: Transaction<DB>,
  { before, change }: { before: AccountRow; change: AccountChange },
): Promise<AccountRow> {
  const countyIds = before.counties.map(({ id }) => id)
  const wanted = { role: before.role, countyIds, isDisabled: before.isDisabled, ...change }
  const isAdministrator = wanted.role === 'administrator' && !wanted.isDisabled
  if (!isAdministrator && context.actor.kind !== 'command line') {
    if (await isLastAdministrator(transaction, before)) throw failure(LAST_ADMINISTRATOR)
  }
  const disabledBy = change.isDisabled === true ? disablerOf(context.actor) : null
  await updateAccount(transaction, before.id, { ...wanted, disabledBy, now: context.clock.now() })
  // Tokens of a person who was disabled before must not come back either.
  if (wanted.isDisabled || before.isDisabled) await revokeTokensOf(transaction, context, before.id)
  const after = (await findAccount(transaction, before.email)) ?? before
  await recordAudit(transaction, context, {
    action: 'account.changed',
    subject: { kind: 'account', id: before.id },
    countyId: after.countyId,
    before: rightsOf(before),
    after: rightsOf(after),
  })
  await enqueueAccessChangedMail(transaction, context, { before, after })
  return after
}

/** A person who sees only some counties disables accounts as a manager. */
function disablerOf(actor: Actor): Disabler {
  return actor.kind === 'person' && actor.person.counties !== 'all' ? 'manager' : 'administrator'
}

/** All accounts by address. */
export async function listAccounts({
  database,
}: Pick<ActorContext, 'database'>): Promise<FullAccountRecord[]> {
  return (await readAccounts(database.kysely)).map(toFullAccountRecord)
}

function readNewEmail(text: string): string {
  const email = parseNewEmail(text)
  if (!email) throw failure(EMAIL_INVALID)
  return email.address
}

function rightsOf(account: AccountRow) {
  const { userID, email, role, isAdmin, countyID, isDisabled } = toFullAccountRecord(account)
  return {
    userID,
    email,
    role,
    isAdmin,
    countyID,
    countyIDs: account.counties.map(({ id }) => id),
    isDisabled,
  }
}
