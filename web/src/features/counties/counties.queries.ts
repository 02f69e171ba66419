import {
  addManagedCounty,
  changeManagedCounty,
  closeCounty,
  COUNTY_STATES,
  listManagedCounties,
  openCounty,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import { call } from '../../lib/call.ts'
import { fieldsOf, rowsOf } from '../../lib/wire.ts'
import { addressCodec, oneOf, text } from '../../ui/list-screen/address-codec.ts'
import type { CountyValues } from './county-values.ts'

/** `/admin/counties?search=reeves&state=open` */
export const COUNTIES_ADDRESS = addressCodec({ search: text(), state: oneOf(COUNTY_STATES) })

type Filters = ReturnType<typeof COUNTIES_ADDRESS.read>['state']

/** The filters of a call. */
export function countyFilters({ search, state }: Filters) {
  return { search: search || undefined, state: state ?? undefined }
}

/** The counties that match the filters. */
export function managedCountiesQuery(filters: Filters) {
  const query = countyFilters(filters)
  return {
    queryKey: ['managed-counties', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { counties } = fieldsOf(await call(listManagedCounties, { query, signal }))
      return rowsOf(counties) as readonly ManagedCounty[]
    },
    fallback: listManagedCounties.fallback,
  }
}

/** Identifies a county and the version that the decision is based on. */
const seen = ({ CountyID, version }: ManagedCounty) =>
  ({ params: { countyId: CountyID }, ifMatch: `"${version}"` }) as const

export function addCounty(values: CountyValues) {
  return call(addManagedCounty, { body: values })
}

export function changeCounty(county: ManagedCounty, values: CountyValues) {
  return call(changeManagedCounty, { ...seen(county), body: values })
}

/** Closes or reopens a county. */
export function setClosed(county: ManagedCounty, isClosed: boolean) {
  return call(isClosed ? closeCounty : openCounty, seen(county))
}
