import type { Role } from '@portal/contract/roles.ts'
import { testPortal } from './test-portal.ts'

/** A portal with three counties and an administrator, and a way to add somebody whose address does not matter. */
export async function peoplePortal(time: { now?: string } = {}) {
  const portal = await testPortal({ ...time, environment: { RATE_LIMIT: 'off' } })
  const addCounty = async (name: string) => (await portal.addCounty(name)).CountyID
  let added = 0
  return {
    portal,
    midland: await addCounty('Midland'),
    ector: await addCounty('Ector'),
    ward: await addCounty('Ward'),
    administrator: await portal.addPerson({ email: 'admin@staff.example', role: 'administrator' }),
    add: (role: Role, countyIds: readonly number[] = []) =>
      portal.addPerson({ email: `person${(added += 1)}@midland.example`, role, countyIds }),
  }
}

export type PeoplePortal = Awaited<ReturnType<typeof peoplePortal>>
