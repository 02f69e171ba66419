import { parseEmail } from '@portal/contract/email.ts'
import { passwordProblem } from '@portal/contract/password.ts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { findCounty } from '../counties/counties.repository.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { refusingDuplicates } from '../../engines/http/unique-violation.ts'
import { failure } from '../../engines/http/errors.ts'
import type { ActorContext } from '../access/context.ts'
import type { CommonPasswords } from './passwords/common-passwords.ts'
import type { PasswordHasher } from './passwords/password-hash.ts'
import { EMAIL_INVALID, EMAIL_TAKEN, NO_SUCH_ACCOUNT } from './accounts.errors.ts'
import { toFullAccountRecord, type AccountRecord, type FullAccountRecord } from './accounts.models.ts'
import {
  accountExists,
  insertAccount,
  lockAccount,
  readAccounts,
  updateAccount,
  type AccountRow,
} from './accounts.repository.ts'
import { FIRST_PASSWORD_LIFETIME_MS, resetLink } from './links.ts'
import { newToken } from './token.ts'
import { requireUnguessablePassword } from './passwords/new-password.usecases.ts'
import { endRegistrations, lockEmail } from './registration.repository.ts'
import { deleteSessionsOf } from './session.repository.ts'
import { insertToken } from './token.repository.ts'

export type AccountContext = ActorContext & {
  readonly commonPasswords: CommonPasswords
  readonly passwordHasher: PasswordHasher
}

type NewAccount = { email: string; isAdmin: boolean; countyId: number | null }

/**
 * Adds a confirmed account. An administrator sees all counties, with or without one of their own.
 * @throws PortalError 400 for an address or password that is not acceptable, 409 when the address has an account.
 */
export async function addAccount(
  context: AccountContext,
  account: NewAccount & { password: string },
): Promise<AccountRecord> {
  const email = readEmail(account.email)
  requireAcceptablePassword(account.password)
  const county =
    account.countyId === null ? null : await findCounty(context.database.kysely, account.countyId)
  await requireUnguessablePassword(context, {
    password: account.password,
    email,
    countyName: county?.name ?? null,
  })
  return addSampleAccount(context, account)
}

/** Adds an account as above, with a password that may be easy to guess: the demo tells it to everybody. */
export async function addSampleAccount(
  context: AccountContext,
  { password, ...account }: NewAccount & { password: string },
): Promise<AccountRecord> {
  const email = readEmail(account.email)
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
 * Adds a confirmed account whose person sets the password by a link, good for 72 h and once.
 * @throws PortalError as above.
 */
export async function addAccountWithLink(
  context: ActorContext,
  account: NewAccount,
): Promise<AccountRecord & { link: string }> {
  const email = readEmail(account.email)
  await requireUnusedEmail(context, email)
  return insert(context, { ...account, email, passwordHash: null }, async (transaction, record) => {
    const { token, tokenHash } = newToken()
    const createdAt = context.clock.now()
    const expiresAt = new Date(createdAt.getTime() + FIRST_PASSWORD_LIFETIME_MS)
    const accountId = record.userID
    await insertToken(transaction, { kind: 'first-password', tokenHash, accountId, createdAt, expiresAt })
    return { ...record, link: resetLink(context.settings, { email, token }) }
  })
}

const taken = (email: string) => failure(EMAIL_TAKEN, { values: { email } })

async function requireUnusedEmail({ database }: ActorContext, email: string): Promise<void> {
  if (await accountExists(database.kysely, email)) throw taken(email)
}

type Insertion = NewAccount & { passwordHash: string | null }

async function insert<T>(
  context: ActorContext,
  { email, isAdmin, countyId, passwordHash }: Insertion,
  finish: (transaction: Transaction<DB>, record: AccountRecord) => Promise<T>,
): Promise<T> {
  const now = context.clock.now()
  return refusingDuplicates({ account_email_key: taken(email) }, () =>
    context.database.kysely.transaction().execute(async (transaction) => {
      await lockEmail(transaction, email)
      const account = { email, isAdmin, countyId, passwordHash, isPasswordProven: true, now }
      const userID = await insertAccount(transaction, account)
      await endRegistrations(transaction, email, now)
      const record = { userID, email, isAdmin, countyID: countyId }
      await recordAudit(transaction, context, {
        action: 'account.added',
        subject: { kind: 'account', id: userID },
        countyId,
        after: record,
      })
      return finish(transaction, record)
    }),
  )
}

/** What is not given stays; a county of null is none. */
export type AccountChange = { isAdmin?: boolean; countyId?: number | null; isDisabled?: boolean }

/**
 * Changes an account and ends its sessions.
 * @throws PortalError 400 for what is no address, 404 where there is no account.
 */
export async function changeAccount(
  context: ActorContext,
  address: string,
  change: AccountChange,
): Promise<FullAccountRecord> {
  const email = readEmail(address)
  const { database, clock } = context
  return database.kysely.transaction().execute(async (transaction) => {
    const before = await lockAccount(transaction, email)
    if (!before) throw failure(NO_SUCH_ACCOUNT, { values: { email } })
    await updateAccount(transaction, before.id, { ...before, ...change, now: clock.now() })
    await deleteSessionsOf(transaction, before.id)
    const after = (await lockAccount(transaction, email)) ?? before
    await recordAudit(transaction, context, {
      action: 'account.changed',
      subject: { kind: 'account', id: before.id },
      countyId: after.countyId,
      before: rightsOf(before),
      after: rightsOf(after),
    })
    return toFullAccountRecord(after)
  })
}

/** All accounts by address. */
export async function listAccounts({
  database,
}: Pick<ActorContext, 'database'>): Promise<FullAccountRecord[]> {
  return (await readAccounts(database.kysely)).map(toFullAccountRecord)
}

function readEmail(text: string): string {
  const email = parseEmail(text)
  if (!email) throw failure(EMAIL_INVALID)
  return email.address
}

function rightsOf(account: AccountRow): object {
  const { userID, email, isAdmin, countyID, isDisabled } = toFullAccountRecord(account)
  return { userID, email, isAdmin, countyID, isDisabled }
}
