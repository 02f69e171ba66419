import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXPORTS_BUSY } from '../exports.ts'
import { isStorable, queryChoice } from '../fields.ts'
import { rollErrors, rollParameters, SELECT_COUNTY } from './owners.ts'

/** The orders of the owner table; those with a minus are descending. Rows without a value are last in both. */
export const OWNER_ORDERS = ['name', '-name', 'current', '-current', 'prior', '-prior'] as const
export type OwnerOrder = (typeof OWNER_ORDERS)[number]

const LONGEST_SEARCH = 1000
/** Not trimmed, because the owner table finds spaces, too. */
const search = z
  .string('search may be given once only.')
  .max(LONGEST_SEARCH, `search may have at most ${LONGEST_SEARCH} characters.`)
  .refine(isStorable, 'search holds a character that is not allowed.')
  .optional()

export const exportOwners = endpoint({
  summary:
    'The owners of a county and appraisal year whose names contain `search`, in an order of the owner table, as XLSX. The columns are those of the specification’s CSV. It is recorded.',
  method: 'GET',
  path: '/owners/export',
  access: 'session',
  payload: 'document',
  query: z.object({ ...rollParameters, search, order: queryChoice('order', OWNER_ORDERS) }),
  result: z.unknown(),
  errors: [SELECT_COUNTY, ...rollErrors, EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})
