import { useSyncExternalStore } from 'react'
import { PATHS } from '../../lib/paths.ts'
import { searchInScope } from '../../lib/scope.ts'
import { readInTab, writeInTab, type TabKey } from '../../lib/tab-memory.ts'

const listeners = new Set<() => void>()

function placeOf(username: string): TabKey {
  return { username, name: 'filters' }
}

/** Stores the query string of the documents list's filters for this user in this tab; '' for none. */
export function rememberFilters(username: string, query: string): void {
  if (readFilters(username) === query) return
  writeInTab(placeOf(username), query)
  for (const tell of listeners) tell()
}

/** Makes the stored filters those of another county, or of all. */
export function rescopeFilters(username: string, countyId: number | null): void {
  rememberFilters(username, searchInScope(readFilters(username), countyId))
}

function readFilters(username: string): string {
  const kept = readInTab(placeOf(username))
  return typeof kept === 'string' ? kept : ''
}

/** The menu's link to the documents list: the first page with the user's last filters. */
export function useDocumentsPath(username: string): string {
  const query = useSyncExternalStore(subscribe, () => readFilters(username))
  return query === '' ? PATHS.documents : `${PATHS.documents}?${query}`
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
