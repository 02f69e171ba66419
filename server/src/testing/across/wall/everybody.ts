import type { NamedCall } from '@portal/contract/every-call.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import type { Counties } from '../../../records/access/actor.ts'
import { accessOf } from '../../../records/access/rights.ts'
import type { FactorNeeded } from '../../../records/sessions/session.repository.ts'
import { passkeyCalls } from '../../passkey-calls.ts'
import { givePassword, setUpSecondFactor } from '../../second-factor.ts'
import type { TestPerson, TestPortal } from '../../test-portal.ts'

/** A caller, and what the rules allow them. */
export type Who = {
  readonly name: string
  /** Null for a caller without an account. */
  readonly person: TestPerson | null
  /** Whether their cookie, if any, belongs to a valid session. */
  readonly isSignedIn: boolean
  /** Whether they have proved their identity in this session. */
  readonly hasProved: boolean
  /** What they must do first, if their role requires a second factor. */
  readonly factorNeeded: FactorNeeded
  readonly rights: ReadonlySet<Right>
  readonly counties: Counties
  /** Their counties. An administrator sees others too. */
  readonly memberOf: readonly number[]
}

const STRANGER = {
  isSignedIn: false,
  hasProved: false,
  factorNeeded: null,
  rights: new Set<Right>(),
  counties: [],
  memberOf: [],
}

/** The counties of a person, by a name as seen from the county of the calls. */
type Belonging = Readonly<Record<string, readonly number[]>>

/** Every role with every set of counties, and callers whom the door refuses. */
export async function everybody(portal: TestPortal, belonging: Belonging): Promise<readonly Who[]> {
  const people: Who[] = []
  for (const role of ROLES) {
    for (const [where, countyIds] of Object.entries(belonging)) {
      people.push(await somebody(portal, { role, where, countyIds }))
    }
  }
  const [own = []] = Object.values(belonging)
  return [{ ...STRANGER, name: 'nobody', person: null }, ...people, ...(await shutOut(portal, own))]
}

type Kind = { readonly role: Role; readonly where: string; readonly countyIds: readonly number[] }

export async function somebody(portal: TestPortal, { role, where, countyIds }: Kind): Promise<Who> {
  const email = `${role}-${where}@people.example`.replaceAll(' ', '-')
  const person = await portal.addPerson({ email, role, countyIds })
  await giveFactor(portal, person)
  const name = `${role}, ${where}`
  return {
    name,
    person,
    isSignedIn: true,
    hasProved: true,
    factorNeeded: null,
    memberOf: countyIds,
    ...accessOf({ role, countyIds }),
  }
}

/** As if an issuer had asked for a second factor at every sign-in of this person. */
export async function giveFactor({ pool }: TestPortal, { accountId }: TestPerson): Promise<void> {
  await pool.query(`UPDATE session SET second_factor = 'issuer' WHERE account_id = $1`, [accountId])
}

/**
 * People of the own county with an invalid cookie, one without a recent proof of identity, and two whose password is
 * not enough if administrators need a second factor.
 */
async function shutOut(portal: TestPortal, countyIds: readonly number[]): Promise<Who[]> {
  const who = (where: string) => somebody(portal, { role: 'administrator', where, countyIds })
  const [disabled, expired, unproven] = [await who('disabled'), await who('expired'), await who('unproven')]
  const half = await who('half signed in')
  const [settingUp, giving] = [await who('must set up'), await who('must give')]
  const change = (sql: string, { person }: Who) => portal.pool.query(sql, [person?.accountId])
  await change('UPDATE account SET disabled_at = now() WHERE id = $1', disabled)
  await change(`UPDATE session SET last_seen_at = '2020-01-01' WHERE account_id = $1`, expired)
  await change('UPDATE session SET proven_at = NULL WHERE account_id = $1', unproven)
  if (giving.person) await passkeyCalls(portal).add(giving.person)
  for (const who of [settingUp, giving])
    await change('UPDATE session SET second_factor = NULL WHERE account_id = $1', who)
  return [
    { ...disabled, ...STRANGER },
    { ...expired, ...STRANGER },
    { ...unproven, hasProved: false },
    { ...settingUp, factorNeeded: 'to set up' },
    { ...giving, factorNeeded: 'to give' },
    { ...half, ...STRANGER, person: await beforeTheCode(portal, half) },
  ]
}

/** With the cookie that a person with a second factor gets for the right password. */
async function beforeTheCode(portal: TestPortal, { person }: Who): Promise<TestPerson | null> {
  if (!person) return null
  await setUpSecondFactor(portal, person)
  return { ...person, cookie: await givePassword(portal, person) }
}

/** The status with which the door refuses them, or null if it admits them. */
export function refusedAtTheDoor(endpoint: NamedCall, who: Who): 401 | 403 | null {
  const { access, needsProof } = endpoint
  if (access === 'public') return null
  if (!who.isSignedIn) return 401
  if (lacksFactor(endpoint, who)) return 403
  if (access !== 'session' && !who.rights.has(access)) return 403
  return needsProof && !who.hasProved ? 403 : null
}

/** Calls that lead to a second factor, by name. The contract must list the same. */
const TO_SET_UP = new Set([
  'getSecondFactor',
  'beginSecondFactor',
  'confirmSecondFactor',
  'listPasskeys',
  'beginPasskey',
  'addPasskey',
  'listIdentities',
  'getAccount',
])
const TO_GIVE = new Set(['proveIdentity', 'beginPasskeyProof'])

/** Whether that call is closed to them until they have given a second factor. */
export function lacksFactor({ access, name }: NamedCall, { factorNeeded }: Who): boolean {
  if (access === 'public' || factorNeeded === null || TO_GIVE.has(name)) return false
  return factorNeeded === 'to give' || !TO_SET_UP.has(name)
}

export function sees({ counties, isSignedIn }: Who, countyId: number): boolean {
  return isSignedIn && (counties === 'all' || counties.includes(countyId))
}
