import type { Role } from '@portal/contract/access/roles.ts'
import type { OpenPortal, TestPerson } from './open-portal.ts'

/** The counties and people of a test, by the test's own names. */
export type Cast = {
  /** The name of each county, and its number if it matters. */
  readonly counties?: Readonly<Record<string, string | { readonly name: string; readonly number: string }>>
  readonly people?: Readonly<Record<string, CastPerson>>
}

export type CastPerson<County extends string = string> = {
  /** By default an address of the person's county, or of the staff. */
  readonly email?: string
  /** By default a user. */
  readonly role?: Role
  readonly county?: County
  /** The first of several is the selected one. */
  readonly counties?: readonly County[]
}

/** The names of the counties in a cast. */
export type CountyOf<C> = C extends { readonly counties: infer Counties } ? keyof Counties & string : never

/** The names of the people in a cast. */
export type PersonOf<C> = C extends { readonly people: infer People } ? keyof People & string : never

/** Adds counties, then people, in the order of the cast. Returns the ids of the counties. */
export async function addCast(
  portal: OpenPortal,
  { counties = {}, people = {} }: Cast,
): Promise<{ counties: Record<string, number>; people: Record<string, TestPerson> }> {
  const ids: Record<string, number> = {}
  for (const [key, county] of Object.entries(counties)) {
    const { name, number } = typeof county === 'string' ? { name: county, number: null } : county
    ids[key] = (await portal.addCounty(name, number)).CountyID
  }
  const added: Record<string, TestPerson> = {}
  for (const [key, { email, role = 'user', county, counties = [] }] of Object.entries(people)) {
    const names = county === undefined ? counties : [county]
    const countyIds = names.map((name) => idOf(ids, name))
    const address = email ?? `${key.toLowerCase()}@${names[0] ?? 'staff'}.example`
    added[key] = await portal.addPerson({ email: address, role, countyIds })
  }
  return { counties: ids, people: added }
}

function idOf(ids: Readonly<Record<string, number>>, name: string): number {
  const id = ids[name]
  if (id === undefined) throw new Error(`The cast has no county ${name}.`)
  return id
}
