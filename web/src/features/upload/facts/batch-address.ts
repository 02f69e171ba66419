import { PATHS, screenAt } from '../../../lib/paths.ts'

/** The query parameter of /add that selects the batch screen. */
export const BATCH = 'batch'

type Address = { readonly pathname: string; readonly search: string }

/** Whether the router shows the batch screen at this address. */
export function isBatchAt({ pathname, search }: Address): boolean {
  return screenAt(pathname) === PATHS.upload && new URLSearchParams(search).has(BATCH)
}
