import { numberInAddress } from '../../lib/address-number.ts'

export type HistoryFilters = {
  /** An address: what it did, and what was done to its account. */
  readonly person: string
  readonly countyId: number | null
  readonly fileId: number | null
  readonly kind: string
  /** Days, `YYYY-MM-DD`; empty where not set. */
  readonly from: string
  readonly to: string
}

/** What the list of happenings shows, as its address says it; `before` is the place behind which it begins. */
export type HistoryAddress = { readonly filters: HistoryFilters; readonly before: string | null }

const KIND = /^[a-z_]+\.[a-z_]+$/u
const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/u
const PLACE = /^\d{1,15}-\d{1,18}$/u

/** Reads an address that anybody may have typed: what is not known counts as not set. */
export function readHistoryAddress(params: URLSearchParams): HistoryAddress {
  return {
    filters: {
      person: params.get('person') ?? '',
      countyId: numberInAddress(params, 'county'),
      fileId: numberInAddress(params, 'file'),
      kind: textLike(KIND, params.get('kind')),
      from: readDay(params.get('from') ?? ''),
      to: readDay(params.get('to') ?? ''),
    },
    before: textLike(PLACE, params.get('before')) || null,
  }
}

/** The address of a view; what is not set is left out. */
export function writeHistoryAddress({ filters, before }: HistoryAddress): URLSearchParams {
  const { person, countyId, fileId, kind, from, to } = filters
  const named = {
    person,
    county: textOf(countyId),
    file: textOf(fileId),
    kind,
    from,
    to,
    before: before ?? '',
  }
  return new URLSearchParams(Object.entries(named).filter(([, value]) => value !== ''))
}

export function isFiltered({ person, countyId, fileId, kind, from, to }: HistoryFilters): boolean {
  return person !== '' || countyId !== null || fileId !== null || kind !== '' || from !== '' || to !== ''
}

/** The number of a file as it is typed; null for none, and for what is none. */
export function readFileNumber(text: string): number | null {
  return numberInAddress(new URLSearchParams({ file: text.trim() }), 'file')
}

/** A day as it is typed; empty for none, and for one that there is not, such as February 30. */
export function readDay(text: string): string {
  const day = textLike(DAY, text)
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : ''
}

function textLike(pattern: RegExp, text: string | null): string {
  return text !== null && pattern.test(text) ? text : ''
}

function textOf(number: number | null): string {
  return number === null ? '' : String(number)
}
