import type { CountyScope } from '../access/county.policy.ts'

/** The counties to look in, by county_key; null for all. */
export type CountyKeys = readonly number[] | null

/** Documents without a county have the key 0. */
export function countyKeysOf(scope: CountyScope): CountyKeys {
  if (scope.kind === 'own') return [0]
  return scope.kind === 'all' ? null : scope.countyIds
}
