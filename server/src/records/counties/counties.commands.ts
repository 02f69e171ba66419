import {
  CommandError,
  many,
  required,
  type Command,
  type CommandOutcome,
  type CommandTools,
  type OptionValues,
} from '../../engines/commands/command.ts'
import type { ActorContext } from '../access/context.ts'
import type { CountyRecord } from './counties.models.ts'
import {
  addCounty,
  changeCounty,
  listCountyRecords,
  requireCounty,
  setCountyClosed,
  type CountyChange,
} from './counties.usecases.ts'

const ONE = { type: 'string' } as const
const MANY = { type: 'string', multiple: true } as const
const ALLOWED = { 'email-domain': MANY, 'email-address': MANY }

export const countyCommands: readonly Command<ActorContext>[] = [
  {
    name: 'county add',
    usage: '--name N [--number NNN] [--email-domain D]… [--email-address E]…',
    summary: 'Adds a county, with its number in the state and who may register for it.',
    options: { name: ONE, number: ONE, ...ALLOWED },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const county = await addCounty(context, {
        name: required(values, 'name'),
        number: given(values, 'number') ?? null,
        emailDomains: many(values, 'email-domain'),
        emailAddresses: many(values, 'email-address'),
      })
      context.print(`Added county ${lineOf(county)}`)
      return { json: county }
    },
  },
  {
    name: 'county set',
    usage:
      '--county N [--name N] [--number NNN] [--email-domain D]… [--email-address E]… [--remove-email-domain D]… [--remove-email-address E]…',
    summary: 'Changes a county; --county takes an id or the name.',
    options: {
      county: ONE,
      name: ONE,
      number: ONE,
      ...ALLOWED,
      'remove-email-domain': MANY,
      'remove-email-address': MANY,
    },
    positionals: 0,
    onlyReads: false,
    async run(context, { values }) {
      const county = await changeCounty(context, required(values, 'county'), changeOf(values))
      context.print(`Changed county ${lineOf(county)}`)
      return { json: county }
    },
  },
  {
    name: 'county close',
    usage: '--county N',
    summary: 'Closes a county: nobody uploads to it or registers for it any more; its people read on.',
    options: { county: ONE },
    positionals: 0,
    onlyReads: false,
    run: (context, { values }) => setClosed(context, values, true),
  },
  {
    name: 'county open',
    usage: '--county N',
    summary: 'Opens a closed county again.',
    options: { county: ONE },
    positionals: 0,
    onlyReads: false,
    run: (context, { values }) => setClosed(context, values, false),
  },
  {
    name: 'county list',
    usage: '',
    summary: 'All counties by name.',
    options: {},
    positionals: 0,
    onlyReads: true,
    async run(context) {
      const counties = await listCountyRecords(context)
      for (const county of counties) context.print(lineOf(county))
      return { json: { counties } }
    },
  },
]

async function setClosed(
  context: ActorContext & CommandTools,
  values: OptionValues,
  isClosed: boolean,
): Promise<CommandOutcome> {
  const { id } = await requireCounty(context, required(values, 'county'))
  const county = await setCountyClosed(context, id, { isClosed })
  context.print(`${isClosed ? 'Closed' : 'Opened'} county ${lineOf(county)}`)
  return { json: county }
}

function changeOf(values: OptionValues): CountyChange {
  const change = {
    name: given(values, 'name'),
    number: given(values, 'number'),
    emailDomains: many(values, 'email-domain'),
    emailAddresses: many(values, 'email-address'),
    removeEmailDomains: many(values, 'remove-email-domain'),
    removeEmailAddresses: many(values, 'remove-email-address'),
  }
  if (Object.values(change).every((value) => value === undefined || value.length === 0)) {
    throw new CommandError('Please say what to change, such as --email-domain.')
  }
  return change
}

/** An option that may be omitted, but not empty. */
function given(values: OptionValues, option: string): string | undefined {
  return values[option] === undefined ? undefined : required(values, option)
}

function lineOf({ CountyID, Name, number, emailDomains, emailAddresses, closedAt }: CountyRecord): string {
  const allowed = [...emailDomains.map((domain) => `@${domain}`), ...emailAddresses].join(', ')
  const told = [CountyID, Name, number ?? '–', allowed || 'nobody may register']
  return [...told, ...(closedAt === undefined ? [] : ['closed'])].join('  ')
}
