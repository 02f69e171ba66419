import { COUNTY_STATES, type CountyState } from '@portal/contract/counties/counties.ts'

/** Which counties are listed. */
export type CountyFilters = { readonly search: string; readonly state: CountyState | null }

/** Reads an address that anybody may have typed: what is not known counts as not set. */
export function readCountiesAddress(params: URLSearchParams): CountyFilters {
  return { search: params.get('search') ?? '', state: stateOf(params.get('state')) }
}

/** The address of a view; what is not set is left out. */
export function writeCountiesAddress({ search, state }: CountyFilters): URLSearchParams {
  return new URLSearchParams({ ...(search !== '' && { search }), ...(state !== null && { state }) })
}

/** A choice as an address or a field has it; null for none. */
export function stateOf(text: string | null): CountyState | null {
  return COUNTY_STATES.find((state) => state === text) ?? null
}
