import { COMMAND_LINE, recordAudits } from '../audit/record.ts'
import { addSampleAccount } from '../auth/accounts.usecases.ts'
import { addCounty } from '../counties/counties.usecases.ts'
import type { World } from '../world.ts'
import { planDocuments, SAMPLE_DOCUMENTS, type SamplePlace } from './plan-documents.ts'
import { seededRandom } from './random.ts'
import { SAMPLE_DATA } from './sample-history.ts'
import {
  ADMINISTRATOR,
  countyPeople,
  DEMO_PASSWORD,
  emailDomainOf,
  SAMPLE_COUNTIES,
  STAFF,
} from './sample-people.ts'
import { sampleAgents, sampleOrganizations } from './sample-parties.ts'
import { writeSampleRolls } from './sample-rolls.ts'
import { storeBytes, writeRows } from './store-documents.ts'
import { writeParties } from './store-parties.ts'

const SEED = 1926
const ORGANIZATIONS = 420
const AGENTS = 240

type Say = (line: string) => void
type Place = SamplePlace & { countyId: number }

/** Fills an empty portal with sample data, once; a portal that has any document keeps what it has. */
export async function openDemo(world: World, say: Say): Promise<void> {
  const { kysely } = world.database
  const isFilled = await kysely.selectFrom('document').select('id').limit(1).executeTakeFirst()
  if (isFilled) return
  say('Making the sample data, once: six counties, their people and three seasons of documents …')
  const random = seededRandom(SEED)
  const people = await samplePeople(world)
  const organizations = sampleOrganizations(random, ORGANIZATIONS)
  const agents = sampleAgents(random, AGENTS)
  const names = await world.dictionaries.names()
  const now = world.clock.now()
  const types = await kysely.selectFrom('document_type').select('id').orderBy('id').execute()
  const places: SamplePlace[] = [...people.places, { countyId: null, county: 'no', uploaders: people.staff }]
  const planned = planDocuments(random, {
    now,
    names,
    typeIds: types.map(({ id }) => id),
    places: [...places, ...people.places, ...people.places, ...people.places],
    organizations,
    howMany: SAMPLE_DOCUMENTS,
  })
  const stored = await storeBytes(world, planned, say)
  const countyIds = people.places.map((place) => place.countyId)
  const newestYear = world.settings.newestAppraisalYear
  await kysely.transaction().execute(async (transaction) => {
    await writeParties(transaction, { organizations, agents, countyIds })
    await writeRows(transaction, stored, { ...people, now, names })
    await writeSampleRolls(transaction, { random, newestYear, countyIds, organizations, agents })
    const doing = { clock: world.clock, actor: { ...COMMAND_LINE, cameFrom: SAMPLE_DATA } }
    await recordAudits(transaction, doing, countyIds.flatMap(importsOf))
  })
}

const IMPORTS = ['organizations imported', 'agents imported', 'owner values imported'] as const

function importsOf(countyId: number) {
  return IMPORTS.map((what) => ({ what, countyId, after: { file: SAMPLE_DATA } }))
}

/** Counties and accounts; those that a broken first start made are taken as they are. */
async function samplePeople(world: World) {
  const context = { ...world, actor: COMMAND_LINE }
  const emails = new Map<number, string>()
  const account = async (email: string, rights: { isAdmin?: boolean; countyId?: number }) => {
    const known = await world.database.kysely
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    const id =
      known?.id ??
      (
        await addSampleAccount(context, {
          email,
          isAdmin: false,
          countyId: null,
          password: DEMO_PASSWORD,
          ...rights,
        })
      ).userID
    emails.set(id, email)
    return id
  }
  const administratorId = await account(ADMINISTRATOR, { isAdmin: true })
  const staff = [await account(STAFF[0], {}), await account(STAFF[1], {})]
  const places: Place[] = []
  for (const { name, number } of SAMPLE_COUNTIES) {
    const known = await world.database.kysely
      .selectFrom('county')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst()
    const countyId =
      known?.id ??
      (await addCounty(context, { name, number, emailDomains: [emailDomainOf(name)], emailAddresses: [] }))
        .CountyID
    const [clerk, appraiser] = countyPeople(name)
    const uploaders = [
      await account(clerk, { countyId }),
      await account(appraiser, { countyId }),
      administratorId,
    ]
    places.push({ countyId, county: name, uploaders })
  }
  return { administratorId, staff, places, emailOf: (id: number) => emails.get(id) ?? '' }
}

/** Says how to sign in and how to reach the sample data from the command line. */
export async function tellDemo(world: World, say: Say): Promise<void> {
  const [clerk] = countyPeople(SAMPLE_COUNTIES[3].name)
  say('')
  say(`Sign in, the password is always ${DEMO_PASSWORD}`)
  say(`  ${ADMINISTRATOR.padEnd(30)} administrator of the firm`)
  say(`  ${clerk.padEnd(30)} clerk of ${SAMPLE_COUNTIES[3].name} county; the other counties are alike`)
  say(`  ${STAFF[0].padEnd(30)} staff without a county`)
  say('')
  say('Commands on this data:')
  say(`  DATA_DIR=${world.settings.dataDir} STAFF_EMAIL_DOMAIN=staff.example npm run -s portal -- user list`)
}
