import { COMMAND_LINE } from '../records/access/actor.ts'
import type { ActorContext } from '../records/access/context.ts'
import { findAccount } from '../records/accounts/base/accounts.repository.ts'
import {
  addSampleAccount,
  type NewAccount,
  type AccountContext,
} from '../records/accounts/accounts.usecases.ts'
import type { World } from '../records/context.ts'
import { findCountyByIdOrName } from '../records/counties/counties.repository.ts'
import { replacePoints } from '../records/counties/question-points.repository.ts'
import { addCounty } from '../records/counties/counties.usecases.ts'
import type { SamplePlace } from './plan-documents.ts'
import {
  ADMINISTRATOR,
  countyPeople,
  DEMO_PASSWORD,
  emailDomainOf,
  SAMPLE_COUNTIES,
  SAMPLE_QUESTIONS,
  STAFF,
} from './sample-people.ts'

export type SamplePeople = {
  readonly administratorId: number
  /** Accounts without a county. */
  readonly staff: readonly number[]
  readonly places: readonly (SamplePlace & { readonly countyId: number })[]
  readonly emailOf: (accountId: number) => string
}

/** Adds counties and accounts. Keeps those that an interrupted first start created. */
export async function addPeople(world: World): Promise<SamplePeople> {
  const context = { ...world, actor: COMMAND_LINE }
  const emails = new Map<number, string>()
  const account = async (email: string, more: Partial<NewAccount> = {}) => {
    const id = await accountOf(context, { email, role: 'user', countyIds: [], ...more })
    emails.set(id, email)
    return id
  }
  const administratorId = await account(ADMINISTRATOR, { role: 'administrator' })
  const staff = [await account(STAFF[0]), await account(STAFF[1])]
  const places = []
  for (const county of SAMPLE_COUNTIES) {
    const countyId = await countyOf(context, county)
    const [clerk, appraiser] = countyPeople(county.name)
    const uploaders = [
      await account(clerk, { countyIds: [countyId] }),
      await account(appraiser, { countyIds: [countyId] }),
      administratorId,
    ]
    places.push({ countyId, county: county.name, uploaders })
  }
  return { administratorId, staff, places, emailOf: (id) => emails.get(id) ?? '' }
}

async function accountOf(context: AccountContext, account: NewAccount): Promise<number> {
  const known = await findAccount(context.database.kysely, account.email)
  if (known) return known.id
  const { userID } = await addSampleAccount(context, { ...account, password: DEMO_PASSWORD })
  return userID
}

async function countyOf(
  context: ActorContext,
  { name, number }: (typeof SAMPLE_COUNTIES)[number],
): Promise<number> {
  const known = await findCountyByIdOrName(context.database.kysely, name)
  if (known) return known.id
  const emailDomains = [emailDomainOf(name)]
  const { CountyID } = await addCounty(context, { name, number, emailDomains, emailAddresses: [] })
  await context.database.kysely
    .transaction()
    .execute((transaction) => replacePoints(transaction, CountyID, SAMPLE_QUESTIONS))
  return CountyID
}
