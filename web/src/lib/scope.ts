import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { numberInAddress } from './address-number.ts'
import { PATHS, screenAt } from './paths.ts'
import { choosesCounty } from './rights.ts'
import { useSession } from './session.ts'
import { readInTab, writeInTab, type TabKey } from './tab-memory.ts'

type Person = Pick<Session, 'username' | 'isAdmin' | 'counties'>

/** The screens whose address may name a county. */
const WITH_COUNTY = new Set<string>([PATHS.documents, PATHS.ownerDetails, PATHS.people, PATHS.history])

/** The positions in a list: another county is another list. */
const POSITIONS = ['page', 'after', 'before']

const listeners = new Set<() => void>()

function placeOf(username: string): TabKey {
  return { username, name: 'scope' }
}

/** Stores the county that this user works for in this tab; null for all their counties. */
export function rememberScope({ username }: Pick<Session, 'username'>, countyId: number | null): void {
  if (readInTab(placeOf(username)) === countyId) return
  writeInTab(placeOf(username), countyId)
  for (const tell of listeners) tell()
}

/** The county that the address of a list names, if it is one of the user's several counties. */
export function countyInAddress(person: Person, { pathname, search }: Address): number | null {
  if (!choosesCounty(person) || !WITH_COUNTY.has(screenAt(pathname))) return null
  return ownCounty(person, numberInAddress(new URLSearchParams(search), 'county'))
}

type Address = { readonly pathname: string; readonly search: string }

function ownCounty({ counties }: Person, countyId: unknown): number | null {
  return counties.find(({ CountyID }) => CountyID === countyId)?.CountyID ?? null
}

/** The query string of the same list for another county; null if the address of this screen names no county. */
export function inScope({ pathname, search }: Address, countyId: number | null): string | null {
  if (!WITH_COUNTY.has(screenAt(pathname))) return null
  return searchInScope(search, countyId)
}

export function searchInScope(search: string, countyId: number | null): string {
  const params = new URLSearchParams(search)
  for (const name of ['county', ...POSITIONS]) params.delete(name)
  if (countyId !== null) params.set('county', String(countyId))
  return params.toString()
}

/**
 * The county that every screen is limited to, for a user with several counties; null for all of them. A county in the
 * address comes before the stored one, so that a link shows what it showed its sender (R7.100).
 */
export function scopeAt(person: Person, address: Address, stored: unknown): number | null {
  if (!choosesCounty(person)) return null
  return countyInAddress(person, address) ?? ownCounty(person, stored)
}

/** The same at the present address of this tab. */
export function useScopeOf(person: Person): number | null {
  const stored = useSyncExternalStore(subscribe, () => readInTab(placeOf(person.username)))
  return scopeAt(person, useLocation(), stored)
}

/** The same for the signed-in user, inside the protected screens. */
export function useScope(): number | null {
  return useScopeOf(useSession())
}

/** The name of the county that the screens are limited to; null for all. */
export function useScopeName(): string | null {
  const { counties } = useSession()
  const scope = useScope()
  return counties.find(({ CountyID }) => CountyID === scope)?.Name ?? null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
