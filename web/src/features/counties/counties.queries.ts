import {
  addManagedCounty,
  changeManagedCounty,
  closeCounty,
  listManagedCounties,
  openCounty,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { fieldsOf, rowsOf, UnreadableAnswer } from '../../lib/wire.ts'
import type { CountyFilters } from './counties-address.ts'
import type { CountyValues } from './county-values.ts'

export const COUNTIES_KEY = ['managed-counties']

/** The counties of a filter; others change them, and documents come, so it is never fresh. */
export function managedCountiesQuery({ search, state }: CountyFilters) {
  const query = { search: search || undefined, state: state ?? undefined }
  return queryOptions({
    queryKey: [...COUNTIES_KEY, query],
    queryFn: async ({ signal }) => {
      const { counties } = fieldsOf(await call(listManagedCounties, { query, signal }))
      return rowsOf(counties) as readonly ManagedCounty[]
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: (error) => error instanceof UnreadableAnswer,
  })
}

/** Which county, as it was when it was decided. */
const seen = ({ CountyID, version }: ManagedCounty) =>
  ({ params: { countyId: CountyID }, ifMatch: `"${version}"` }) as const

export function addCounty(values: CountyValues) {
  return call(addManagedCounty, { body: values })
}

export function changeCounty(county: ManagedCounty, values: CountyValues) {
  return call(changeManagedCounty, { ...seen(county), body: values })
}

/** Closes a county, or opens it again. */
export function setClosed(county: ManagedCounty, isClosed: boolean) {
  return call(isClosed ? closeCounty : openCounty, seen(county))
}
