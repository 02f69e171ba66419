import { ROLE_NAMES, ROLES, type Role } from '@portal/contract/access/roles.ts'
import { CommandError, required, type Command, type OptionValues } from '../../engines/commands/command.ts'
import type { ActorContext } from '../access/context.ts'
import { makePasswordLinkByAddress } from './passwords/password-link.usecases.ts'
import { resetSecondFactorByAddress } from './second-factor/reset-second-factor.usecases.ts'
import { requireCounty } from '../counties/counties.usecases.ts'
import type { AccountRecord, FullAccountRecord } from './base/accounts.models.ts'
import {
  addAccount,
  addAccountWithLink,
  changeAccount,
  listAccounts,
  type AccountChange,
  type AccountContext,
} from './accounts.usecases.ts'

const TEXT = { type: 'string' } as const
const TEXTS = { type: 'string', multiple: true } as const
const FLAG = { type: 'boolean' } as const

export const accountCommands: readonly Command<AccountContext>[] = [
  {
    name: 'user add',
    usage: `--email E [--role ${ROLES.join('|')}|--admin] [--county N …] [--password-stdin]`,
    summary:
      'Adds a confirmed account. Prints a link to set its password, valid once within 72 hours, or reads the password, 8 to 128 characters, from standard input.',
    options: { email: TEXT, role: TEXT, county: TEXTS, admin: FLAG, 'password-stdin': FLAG },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const email = required(values, 'email')
      const role = roleOf(values) ?? 'user'
      const asked = { email, role, countyIds: (await countyIdsOf(context, values)) ?? [] }
      const account: AccountRecord & { link?: string } = values['password-stdin']
        ? await addAccount(context, { ...asked, password: passwordIn(await context.readInput()) })
        : await addAccountWithLink(context, asked)
      context.print(`Added ${nameOf(role)} ${account.email} (${account.userID}).`)
      if (account.link) context.print(`Set the password within 72 hours: ${account.link}`)
      return { json: account }
    },
  },
  {
    name: 'user set',
    usage: `--email E [--role ${ROLES.join('|')}|--admin|--no-admin] [--county N …|--no-county] [--disable|--enable]`,
    summary:
      'Changes an account and ends its sessions. Its counties are then those that are named, and no other.',
    options: {
      email: TEXT,
      role: TEXT,
      admin: FLAG,
      'no-admin': FLAG,
      county: TEXTS,
      'no-county': FLAG,
      disable: FLAG,
      enable: FLAG,
    },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const account = await changeAccount(context, required(values, 'email'), await changeOf(context, values))
      context.print(`Changed ${lineOf(account)}`)
      return { json: account }
    },
  },
  {
    name: 'user reset-factor',
    usage: '--email E',
    summary:
      'Removes the second factor of somebody who has lost it, with its recovery codes and all passkeys, and ends their sessions.',
    options: { email: TEXT },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const account = await resetSecondFactorByAddress(context, required(values, 'email'))
      context.print(
        `${account.email} signs in by the password alone now: two-step verification and passkeys are removed.`,
      )
      return { json: account }
    },
  },
  {
    name: 'user link',
    usage: '--email E',
    summary:
      'Prints a link to set the password of somebody who is there: good once, and for one hour, or for 72 where they have none yet.',
    options: { email: TEXT },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const { isFirst, ...account } = await makePasswordLinkByAddress(context, required(values, 'email'))
      const within = isFirst ? '72 hours' : 'one hour'
      context.print(`Set the password of ${account.email} within ${within}: ${account.link}`)
      return { json: account }
    },
  },
  {
    name: 'user list',
    usage: '',
    summary: 'All accounts by address.',
    options: {},
    positionals: 0,
    onlyReads: true,
    async run(context) {
      const users = await listAccounts(context)
      for (const user of users) context.print(lineOf(user))
      return { json: { users } }
    },
  },
]

async function changeOf(context: ActorContext, values: OptionValues): Promise<AccountChange> {
  const role = roleOf(values)
  const hasCounty = eitherOf(values, 'county', 'no-county')
  const isDisabled = eitherOf(values, 'disable', 'enable')
  if (role === undefined && hasCounty === undefined && isDisabled === undefined) {
    throw new CommandError('Please say what to change, such as --role, --county or --disable.')
  }
  const countyIds = hasCounty === false ? [] : await countyIdsOf(context, values)
  return {
    ...(role === undefined ? {} : { role }),
    ...(countyIds === undefined ? {} : { countyIds }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
  }
}

/** Returns true or false for whichever of two opposite options was given, undefined for neither. */
function eitherOf(values: OptionValues, yes: string, no: string): boolean | undefined {
  if (values[yes] !== undefined && values[no])
    throw new CommandError(`Please give --${yes} or --${no}, not both.`)
  if (values[no]) return false
  return values[yes] === undefined ? undefined : true
}

async function countyIdsOf(context: ActorContext, values: OptionValues): Promise<number[] | undefined> {
  const named = values['county']
  if (!Array.isArray(named)) return undefined
  const ids: number[] = []
  for (const name of named) ids.push((await requireCounty(context, name)).id)
  return [...new Set(ids)]
}

/** Reads `--role`, or `--admin` and `--no-admin`, which scripts have always used. Undefined without any of them. */
function roleOf(values: OptionValues): Role | undefined {
  const isAdmin = eitherOf(values, 'admin', 'no-admin')
  const named = values['role']
  if (named === undefined) return isAdmin === undefined ? undefined : isAdmin ? 'administrator' : 'user'
  if (isAdmin !== undefined) throw new CommandError('Please give --role, or --admin or --no-admin, not both.')
  const role = ROLES.find((known) => known === named)
  if (!role) throw new CommandError(`There is no role '${String(named)}'. These are: ${ROLES.join(', ')}.`)
  return role
}

const nameOf = (role: Role) => (role === 'user' ? 'user' : ROLE_NAMES[role].toLowerCase())

function lineOf({ userID, email, role, counties, isDisabled }: FullAccountRecord): string {
  const county = counties.map(({ CountyID, Name }) => `${Name} (${CountyID})`).join(', ') || 'no county'
  return [userID, email, nameOf(role), county, ...(isDisabled ? ['disabled'] : [])].join('  ')
}

/**
 * Reads the single line of standard input. Editors put a byte order mark in front, most programs a line end behind it.
 */
function passwordIn(input: string): string {
  const line = input.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  if (/[\r\n]/.test(line)) {
    throw new CommandError('Standard input has more than one line. Send the password alone, on one line.')
  }
  return line
}
