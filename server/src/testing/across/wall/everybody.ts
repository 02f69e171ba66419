import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { Right } from '@portal/contract/rights.ts'
import { ROLES, type Role } from '@portal/contract/roles.ts'
import type { Counties } from '../../../records/access/person.ts'
import { accessOf } from '../../../records/access/rights.ts'
import { givePassword, setUpSecondFactor } from '../../second-factor.ts'
import type { TestPerson, TestPortal } from '../../test-portal.ts'

/** Somebody who makes calls, and what they may by the rules. */
export type Who = {
  readonly name: string
  /** Null of nobody. */
  readonly person: TestPerson | null
  /** Whether the cookie that they have, if any, is of a session that counts. */
  readonly isSignedIn: boolean
  /** Whether they have proved in this session who they are. */
  readonly hasProved: boolean
  readonly rights: ReadonlySet<Right>
  readonly counties: Counties
  /** Of these they are a member; an administrator sees others too. */
  readonly memberOf: readonly number[]
}

const STRANGER = { isSignedIn: false, hasProved: false, rights: new Set<Right>(), counties: [], memberOf: [] }

/** Which counties somebody may belong to, by what that is called from the county that calls are made on. */
type Belonging = Readonly<Record<string, readonly number[]>>

/** Every role in every belonging, and those who are not let in. */
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
  const name = `${role}, ${where}`
  return {
    name,
    person,
    isSignedIn: true,
    hasProved: true,
    memberOf: countyIds,
    ...accessOf({ role, countyIds }),
  }
}

/** People of the own county who have a cookie that lets nobody in, and one who has not proved lately who they are. */
async function shutOut(portal: TestPortal, countyIds: readonly number[]): Promise<Who[]> {
  const who = (where: string) => somebody(portal, { role: 'administrator', where, countyIds })
  const [disabled, expired, unproven] = [await who('disabled'), await who('expired'), await who('unproven')]
  const half = await who('half signed in')
  const change = (sql: string, { person }: Who) => portal.pool.query(sql, [person?.accountId])
  await change('UPDATE account SET disabled_at = now() WHERE id = $1', disabled)
  await change(`UPDATE session SET last_seen_at = '2020-01-01' WHERE account_id = $1`, expired)
  await change('UPDATE session SET proven_at = NULL WHERE account_id = $1', unproven)
  return [
    { ...disabled, ...STRANGER },
    { ...expired, ...STRANGER },
    { ...unproven, hasProved: false },
    { ...half, ...STRANGER, person: await beforeTheCode(portal, half) },
  ]
}

/** With the cookie that a right password gives to who has a second factor. */
async function beforeTheCode(portal: TestPortal, { person }: Who): Promise<TestPerson | null> {
  if (!person) return null
  await setUpSecondFactor(portal, person)
  return { ...person, cookie: await givePassword(portal, person) }
}

/** Why the door lets them in to no use case: the status; null for those who are let in. */
export function refusedAtTheDoor({ access, needsProof }: Endpoint, who: Who): 401 | 403 | null {
  if (access === 'public') return null
  if (!who.isSignedIn) return 401
  if (access !== 'session' && !who.rights.has(access)) return 403
  return needsProof && !who.hasProved ? 403 : null
}

export function sees({ counties, isSignedIn }: Who, countyId: number): boolean {
  return isSignedIn && (counties === 'all' || counties.includes(countyId))
}
