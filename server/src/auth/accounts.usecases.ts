import { parseEmail } from '@portal/contract/email.ts'
import { passwordProblem } from '@portal/contract/password.ts'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import type { CommandContext } from '../commands/command.ts'
import { findCounty } from '../counties/counties.repository.ts'
import type { DB } from '../database/generated/db.d.ts'
import { refusingDuplicates } from '../database/unique-violation.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import type { World } from '../world.ts'
import { toFullAccountRecord, type AccountRecord, type FullAccountRecord } from './accounts.models.ts'
import {
  accountExists,
  insertAccount,
  lockAccount,
  readAccounts,
  updateAccount,
  type AccountRow,
} from './accounts.repository.ts'
import { FIRST_PASSWORD_LIFE, newToken, resetLink } from './links.ts'
import { refuseGuessable } from './new-password.usecases.ts'
import { hashPassword } from './password-hash.ts'
import { endRegistrations, lockEmail } from './registration.repository.ts'
import { deleteSessionsOf } from './session.repository.ts'
import { insertToken } from './token.repository.ts'

type Acting = Pick<CommandContext, 'database' | 'clock' | 'actor'>

const NO_EMAIL = 'This is not a valid e-mail address.'

type NewAccount = { email: string; isAdmin: boolean; countyId: number | null }

/**
 * Adds a confirmed account. An administrator sees all counties, with or without one of their own. Throws 400 for an
 * address or password that is not acceptable, 409 when the address has an account.
 */
export async function addAccount(
  acting: Acting & Pick<World, 'settings' | 'commonPasswords'>,
  account: NewAccount & { password: string },
): Promise<AccountRecord> {
  const email = readEmail(account.email)
  refuseProblem(account.password)
  const county = account.countyId === null ? null : await findCounty(acting.database.kysely, account.countyId)
  await refuseGuessable(acting, { password: account.password, email, countyName: county?.name ?? null })
  return addSampleAccount(acting, account)
}

/** Adds an account as above, with a password that may be easy to guess: the demo tells it to everybody. */
export async function addSampleAccount(
  acting: Acting,
  { password, ...account }: NewAccount & { password: string },
): Promise<AccountRecord> {
  const email = readEmail(account.email)
  refuseProblem(password)
  await refuseTaken(acting, email)
  const passwordHash = await hashPassword(password)
  return insert(acting, { ...account, email, passwordHash }, async (_transaction, record) => record)
}

function refuseProblem(password: string): void {
  const problem = passwordProblem(password)
  if (problem) throw badRequest(problem)
}

/** Adds a confirmed account whose person sets the password by a link, good for 72 h and once. Throws as above. */
export async function addAccountWithLink(
  acting: Acting & Pick<World, 'settings'>,
  account: NewAccount,
): Promise<AccountRecord & { link: string }> {
  const email = readEmail(account.email)
  await refuseTaken(acting, email)
  return insert(acting, { ...account, email, passwordHash: null }, async (transaction, record) => {
    const { token, tokenHash } = newToken()
    const createdAt = acting.clock.now()
    const expiresAt = new Date(createdAt.getTime() + FIRST_PASSWORD_LIFE)
    const accountId = record.userID
    await insertToken(transaction, { kind: 'first-password', tokenHash, accountId, createdAt, expiresAt })
    return { ...record, link: resetLink(acting.settings, { email, token }) }
  })
}

const taken = (email: string) => `There is already an account for ${email}.`

async function refuseTaken({ database }: Acting, email: string): Promise<void> {
  if (await accountExists(database.kysely, email)) throw conflict(taken(email))
}

type Insertion = NewAccount & { passwordHash: string | null }

async function insert<T>(
  { database, clock, actor }: Acting,
  { email, isAdmin, countyId, passwordHash }: Insertion,
  finish: (transaction: Transaction<DB>, record: AccountRecord) => Promise<T>,
): Promise<T> {
  const now = clock.now()
  return refusingDuplicates({ account_email_key: taken(email) }, () =>
    database.kysely.transaction().execute(async (transaction) => {
      await lockEmail(transaction, email)
      const account = { email, isAdmin, countyId, passwordHash, isPasswordProven: true, now }
      const userID = await insertAccount(transaction, account)
      await endRegistrations(transaction, email, now)
      const record = { userID, email, isAdmin, countyID: countyId }
      await recordAudit(transaction, { clock, actor }, { what: 'account added', countyId, after: record })
      return finish(transaction, record)
    }),
  )
}

/** What is not given stays; a county of null is none. */
export type AccountChange = { isAdmin?: boolean; countyId?: number | null; isDisabled?: boolean }

/** Changes an account and ends its sessions. Throws 400 for what is no address, 404 where there is no account. */
export async function changeAccount(
  { database, clock, actor }: Acting,
  address: string,
  change: AccountChange,
): Promise<FullAccountRecord> {
  const email = readEmail(address)
  return database.kysely.transaction().execute(async (transaction) => {
    const before = await lockAccount(transaction, email)
    if (!before) throw notFound(`There is no account for ${email}.`)
    await updateAccount(transaction, before.id, { ...before, ...change, now: clock.now() })
    await deleteSessionsOf(transaction, before.id)
    const after = (await lockAccount(transaction, email)) ?? before
    await recordAudit(
      transaction,
      { clock, actor },
      { what: 'account changed', countyId: after.countyId, before: rightsOf(before), after: rightsOf(after) },
    )
    return toFullAccountRecord(after)
  })
}

/** All accounts by address. */
export async function listAccounts({ database }: Pick<World, 'database'>): Promise<FullAccountRecord[]> {
  return (await readAccounts(database.kysely)).map(toFullAccountRecord)
}

function readEmail(text: string): string {
  const email = parseEmail(text)
  if (!email) throw badRequest(NO_EMAIL)
  return email.address
}

function rightsOf(account: AccountRow): object {
  const { userID, email, isAdmin, countyID, isDisabled } = toFullAccountRecord(account)
  return { userID, email, isAdmin, countyID, isDisabled }
}
