import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { exportParameters, EXPORTS_BUSY } from '../exports.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { peopleFilters } from './people.ts'

/** The columns of an exported list of people, in their order. */
export const PEOPLE_EXPORT_COLUMNS = [
  'email',
  'name',
  'role',
  'counties',
  'state',
  'secondFactor',
  'passkey',
  'lastSignIn',
  'added',
] as const
export type PeopleExportColumn = (typeof PEOPLE_EXPORT_COLUMNS)[number]

export const exportPeople = endpoint({
  summary:
    'The people of the list with these filters, in its order, as CSV or XLSX: all of them, as they are at one moment. Moments are local times of the portal’s zone. It is recorded.',
  method: 'GET',
  path: '/admin/people/export',
  access: 'people.manage',
  payload: 'document',
  query: z.object({ ...peopleFilters, ...exportParameters(PEOPLE_EXPORT_COLUMNS) }),
  result: z.unknown(),
  errors: [OTHER_COUNTY, EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})
