import { CommandError, required, type Command, type OptionValues } from '../../engines/commands/command.ts'
import type { ActorContext } from '../access/context.ts'
import { requireCounty } from '../counties/counties.usecases.ts'
import type { AccountRecord, FullAccountRecord } from './accounts.models.ts'
import {
  addAccount,
  addAccountWithLink,
  changeAccount,
  listAccounts,
  type AccountChange,
  type AccountContext,
} from './accounts.usecases.ts'

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const

export const accountCommands: readonly Command<AccountContext>[] = [
  {
    name: 'user add',
    usage: '--email E [--county N] [--admin] [--password-stdin]',
    summary:
      'Adds a confirmed account. Prints a link to set its password, good for 72 hours and once, or reads the password, 8 to 128 characters, from standard input.',
    options: { email: TEXT, county: TEXT, admin: FLAG, 'password-stdin': FLAG },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const email = required(values, 'email')
      const isAdmin = values['admin'] === true
      const asked = { email, isAdmin, countyId: (await countyIdOf(context, values)) ?? null }
      const account: AccountRecord & { link?: string } = values['password-stdin']
        ? await addAccount(context, { ...asked, password: await context.readInput() })
        : await addAccountWithLink(context, asked)
      context.print(`Added ${isAdmin ? 'administrator' : 'user'} ${account.email} (${account.userID}).`)
      if (account.link) context.print(`Set the password within 72 hours: ${account.link}`)
      return { json: account }
    },
  },
  {
    name: 'user set',
    usage: '--email E [--admin|--no-admin] [--county N|--no-county] [--disable|--enable]',
    summary: 'Changes an account and ends its sessions.',
    options: {
      email: TEXT,
      admin: FLAG,
      'no-admin': FLAG,
      county: TEXT,
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
  const isAdmin = eitherOf(values, 'admin', 'no-admin')
  const hasCounty = eitherOf(values, 'county', 'no-county')
  const isDisabled = eitherOf(values, 'disable', 'enable')
  if (isAdmin === undefined && hasCounty === undefined && isDisabled === undefined) {
    throw new CommandError('Please say what to change, such as --admin, --county or --disable.')
  }
  const countyId = hasCounty === false ? null : await countyIdOf(context, values)
  return {
    ...(isAdmin === undefined ? {} : { isAdmin }),
    ...(countyId === undefined ? {} : { countyId }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
  }
}

/** True or false by which of two opposite options was given, undefined for neither. */
function eitherOf(values: OptionValues, yes: string, no: string): boolean | undefined {
  if (values[yes] !== undefined && values[no])
    throw new CommandError(`Please give --${yes} or --${no}, not both.`)
  if (values[no]) return false
  return values[yes] === undefined ? undefined : true
}

async function countyIdOf(context: ActorContext, values: OptionValues): Promise<number | undefined> {
  if (values['county'] === undefined) return undefined
  return (await requireCounty(context, required(values, 'county'))).id
}

function lineOf({ userID, email, isAdmin, countyID, countyName, isDisabled }: FullAccountRecord): string {
  const role = isAdmin ? 'administrator' : 'user'
  const county = countyID === null ? 'no county' : `${countyName} (${countyID})`
  return [userID, email, role, county, ...(isDisabled ? ['disabled'] : [])].join('  ')
}
