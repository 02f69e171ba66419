import type { DeskView, StartPage } from '@portal/contract/start/start.ts'
import type { StatusId } from '@portal/contract/files/status.ts'
import { PATHS } from '../../lib/paths.ts'

const DAY_MS = 86_400_000

export const count = (number: number) => number.toLocaleString('en-US')

/** `1 file`, `2,000 files`. */
export const countOf = (number: number, thing: string) =>
  `${count(number)} ${thing}${number === 1 ? '' : 's'}`

/** How old something is, in days of the firm's zone: `today`, `1 day`, `12 days`. */
export function ageText(iso: string, at: Date, timeZone: string): string {
  const days = Math.max(0, dayNumber(at, timeZone) - dayNumber(new Date(iso), timeZone))
  return days === 0 ? 'today' : countOf(days, 'day')
}

function dayNumber(moment: Date, timeZone: string): number {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', calendar: 'gregory' })
  return Date.parse(day.format(moment)) / DAY_MS
}

/** Today in words: `Wednesday, April 8, 2026`. */
export function todayText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).format(at)
}

type Counties = { readonly year: number; readonly shown: number; readonly countyTotal: number }

/** `2026`, `2026 · 3 counties`, `2026 · 10 of 45 counties, most new first`. */
export function countiesText({ year, shown, countyTotal }: Counties): string {
  if (countyTotal < 2) return String(year)
  if (shown === countyTotal) return `${year} · ${count(countyTotal)} counties`
  return `${year} · ${shown} of ${count(countyTotal)} counties, most new first`
}

type ListFilters = {
  readonly status?: StatusId
  readonly year?: number
  readonly county?: number | null
  readonly owner?: 'no'
  /** The document in the panel, or the first of the list. */
  readonly view?: number | 'first'
}

/** The address of the documents list with these filters. */
export function listPath(filters: ListFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== null && value !== undefined)
  return `${PATHS.documents}?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}

type DeskList = { readonly name: string; readonly filters: Pick<ListFilters, 'status' | 'owner'> }

/** The lists that the firm works through. */
export const DESK_LISTS: Readonly<Record<DeskView['key'], DeskList>> = {
  new: { name: 'New', filters: { status: 1 } },
  newWithoutOwner: { name: 'New, without an owner', filters: { status: 1, owner: 'no' } },
  needsMoreInfo: { name: 'Needs More Info', filters: { status: 4 } },
}

const PART_NAMES: Readonly<Record<Exclude<keyof StartPage, 'appraisalYear'>, string>> = {
  byStatus: 'Where things stand',
  needsAnswer: 'Needs your answer',
  uploads: 'Your last uploads',
  people: 'Your people',
  lately: 'Lately',
  desk: 'Your desk',
  waiting: 'Waits for a decision',
  system: 'System',
}

/** Says which parts did not load; null if all did. */
export function missingText(page: StartPage): string | null {
  const names = Object.entries(PART_NAMES)
    .filter(([part]) => page[part as keyof StartPage] === null)
    .map(([, name]) => name)
  if (names.length === 0) return null
  return `${names.length === 1 ? 'This part' : 'These parts'} could not be loaded: ${names.join(', ')}.`
}
