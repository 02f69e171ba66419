import { numberIn } from '../../lib/address-number.ts'

/** One parameter of an address. */
export type AddressField<T> = {
  /** The value if the parameter is missing or invalid. This value is left out of the address. */
  readonly fallback: T
  /** Returns undefined for a text that is not a value of this field. */
  readonly read: (text: string) => T | undefined
  readonly write: (value: T) => string
  /** A position in the list: a changed filter leads to another list, so it resets the position. */
  readonly isPosition?: boolean
  /** False for a value that does not filter the list, such as the name of a set of filters. */
  readonly isFilter?: boolean
}

/** A text; with a pattern, only a text that matches. */
export function text(pattern?: RegExp): AddressField<string> {
  return { fallback: '', read: (typed) => (matches(typed, pattern) ? typed : undefined), write: String }
}

/** The id of something, a whole number. */
export function id(): AddressField<number | null> {
  return { fallback: null, read: numberIn, write: (value) => String(value ?? '') }
}

/** One of several words. With a fallback, one of them is always chosen. */
export function oneOf<const T extends string>(choices: readonly T[]): AddressField<T | null>
export function oneOf<const T extends string>(choices: readonly T[], fallback: NoInfer<T>): AddressField<T>
export function oneOf<T extends string>(choices: readonly T[], fallback: T | null = null) {
  return {
    fallback,
    read: (typed: string) => choices.find((choice) => choice === typed),
    write: (value: T | null) => value ?? '',
  }
}

const DAY = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/u

/** A day, `YYYY-MM-DD`, between 1900 and 2999; empty if not set. */
export function day(): AddressField<string> {
  return { fallback: '', read: (typed) => (isDay(typed) ? typed : undefined), write: String }
}

/** False also for a day that does not exist, such as February 30. */
function isDay(typed: string): boolean {
  const moment = new Date(`${typed}T00:00:00Z`)
  return DAY.test(typed) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(typed)
}

/** The cursor of a page, as the server wrote it. */
export function cursor(pattern?: RegExp): AddressField<string | null> {
  return {
    fallback: null,
    read: (typed) => (matches(typed, pattern) ? typed : undefined),
    write: (value) => value ?? '',
    isPosition: true,
  }
}

/** The number of a page, from 1. */
export function pageNumber(): AddressField<number> {
  return { fallback: 1, read: numberIn, write: String, isPosition: true }
}

function matches(typed: string, pattern: RegExp | undefined): boolean {
  return pattern === undefined || pattern.test(typed)
}

export type Address<State> = {
  readonly state: State
  /** The parameters with invalid values, which do not filter the list. */
  readonly ignored: readonly string[]
}

export type AddressCodec<State> = {
  readonly fields: { readonly [Name in keyof State]: AddressField<State[Name]> }
  /** Parses an untrusted address: an invalid value counts as not set. */
  readonly read: (params: URLSearchParams) => Address<State>
  /** Leaves out fields that are not set. */
  readonly write: (state: State) => URLSearchParams
  /** Changes filters and returns to the first page of the list. */
  readonly narrow: (state: State, change: Partial<State>) => State
  /** The names of the filters that are set. A field whose fallback is a value, such as an order, is not a filter. */
  readonly filters: (state: State) => readonly string[]
  /** Whether the address names a page after the first. */
  readonly isPlaced: (state: State) => boolean
}

/**
 * Reads and writes the state of a list as its address. Fields have the same names as the parameters. `normalize` drops
 * a value that contradicts another one.
 */
export function addressCodec<State extends object>(
  fields: { readonly [Name in keyof State]: AddressField<State[Name]> },
  normalize: (state: State) => State = (state) => state,
): AddressCodec<State> {
  const names = Object.keys(fields) as (keyof State & string)[]
  const isSet = (state: State, name: keyof State) => state[name] !== fields[name].fallback
  const isFilter = (name: keyof State) => {
    const { fallback, isPosition, isFilter: mayFilter = true } = fields[name]
    return mayFilter && !isPosition && (fallback === null || fallback === '')
  }
  const start = Object.fromEntries(
    names.filter((name) => fields[name].isPosition).map((name) => [name, fields[name].fallback]),
  ) as Partial<State>
  return {
    fields,
    read: (params) => {
      const read = names.map((name) => {
        const typed = params.get(name) ?? ''
        return { name, value: typed === '' ? fields[name].fallback : fields[name].read(typed) }
      })
      const wrong = read.filter(({ name, value }) => value === undefined && !fields[name].isPosition)
      const values = read.map(({ name, value }) => [name, value ?? fields[name].fallback])
      return {
        state: normalize(Object.fromEntries(values) as State),
        ignored: wrong.map(({ name }) => name),
      }
    },
    write: (state) => {
      const whole = normalize(state)
      const set = names.filter((name) => isSet(whole, name))
      return new URLSearchParams(set.map((name) => [name, fields[name].write(whole[name])]))
    },
    narrow: (state, change) => normalize({ ...state, ...start, ...change }),
    filters: (state) => names.filter((name) => isFilter(name) && isSet(state, name)),
    isPlaced: (state) => names.some((name) => fields[name].isPosition && isSet(state, name)),
  }
}

/** The address of a list with no filters and a single page. */
export const NO_ADDRESS = addressCodec({})
