import { StartError } from '../engines/config/start-error.ts'
import { anyAccountExists, findAccount } from '../records/accounts/base/accounts.repository.ts'
import type { World } from '../records/context.ts'
import { anyDocumentExists } from '../records/documents/documents.repository.ts'
import { readNameRows } from '../records/reference/names.repository.ts'
import { addPeople } from './add-people.ts'
import { importSamples } from './import-samples.ts'
import { planDocuments, SAMPLE_DOCUMENTS, type SamplePlace } from './plan-documents.ts'
import { seededRandom } from './random.ts'
import { ADMINISTRATOR, countyPeople, DEMO_PASSWORD, SAMPLE_COUNTIES, STAFF } from './sample-people.ts'
import { sampleAgents, sampleOrganizations } from './sample-parties.ts'
import { sampleImports } from './sample-imports.ts'
import { recordSeasons, storeFiles } from './store-documents.ts'

const SEED = 1926
const ORGANIZATIONS = 420
const AGENTS = 240

type Print = (line: string) => void

/**
 * Refuses a portal with real data, because the demo's passwords are public.
 * @throws {StartError} If the portal is in use and is not a demo.
 */
async function requireDemo({ database: { kysely }, settings }: World): Promise<void> {
  if (await findAccount(kysely, ADMINISTRATOR)) return
  if (!(await anyAccountExists(kysely)) && !(await anyDocumentExists(kysely))) return
  const place = settings.databaseUrl === null ? `DATA_DIR ${settings.dataDir}` : 'DATABASE_URL'
  throw new StartError(
    `${place} holds a portal of your own, and the demo’s passwords are public. Start the demo with another one.`,
  )
}

/** Fills an empty portal with sample data once. A portal with any document stays as it is. */
export async function fillWithSamples(world: World, print: Print): Promise<void> {
  const { kysely } = world.database
  await requireDemo(world)
  if (await anyDocumentExists(kysely)) return
  print('Making the sample data, once: six counties, their people and three seasons of documents …')
  const random = seededRandom(SEED)
  const people = await addPeople(world)
  const organizations = sampleOrganizations(random, ORGANIZATIONS)
  const agents = sampleAgents(random, AGENTS)
  const countyIds = people.places.map((place) => place.countyId)
  const names = await world.dictionaries.names(countyIds)
  const now = world.clock.now()
  const { types } = await readNameRows(world.database.pool)
  const places: SamplePlace[] = [...people.places, { countyId: null, county: 'no', uploaders: people.staff }]
  const planned = planDocuments(random, {
    now,
    names,
    typeIds: types.map(({ id }) => id).toSorted((one, other) => one - other),
    places: [...places, ...people.places, ...people.places, ...people.places],
    organizations,
    howMany: SAMPLE_DOCUMENTS,
  })
  const newestYear = world.settings.newestAppraisalYear
  const imports = sampleImports(random, { newestYear, countyIds, organizations, agents })
  const [documents] = await Promise.all([storeFiles(world, planned, print), importSamples(world, imports)])
  const history = { ...people, now, names }
  await kysely
    .transaction()
    .execute((transaction) => recordSeasons(transaction, documents, { ...world, history }))
}

/** Prints how to sign in and how to use the sample data on the command line. */
export async function printDemoHints(world: World, print: Print): Promise<void> {
  const [clerk] = countyPeople(SAMPLE_COUNTIES[3].name)
  print('')
  print(`Sign in, the password is always ${DEMO_PASSWORD}`)
  print(`  ${ADMINISTRATOR.padEnd(30)} administrator of the firm`)
  print(`  ${clerk.padEnd(30)} clerk of ${SAMPLE_COUNTIES[3].name} county; the other counties are alike`)
  print(`  ${STAFF[0].padEnd(30)} staff without a county`)
  print('')
  print('Commands on this data:')
  print(
    `  DATA_DIR=${world.settings.dataDir} PUBLIC_URL=${world.settings.publicUrl} STAFF_EMAIL_DOMAIN=staff.example npm run -s portal -- user list`,
  )
}
