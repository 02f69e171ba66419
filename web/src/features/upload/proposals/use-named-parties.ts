import { MAX_PARTY_NUMBERS } from '@portal/contract/limits.ts'
import { useEffect, useState } from 'react'
import type { Party } from '../../../lib/parties.ts'
import { partiesByNumber } from '../facts/parties-by-number.ts'

export type RequestedParty = { readonly countyId: number; readonly number: number }

/** Null means that no organization has the number. */
type Known = ReadonlyMap<string, Party | null>

/**
 * Loads the organizations with these numbers in these counties, a few per request. A failed request counts as no match.
 */
export function useNamedParties(asked: readonly RequestedParty[]): Known {
  const [known, setKnown] = useState<Known>(new Map())
  const open = asked.filter((each) => !known.has(partyKey(each)))
  const countyId = open[0]?.countyId
  const some = open.filter((each) => each.countyId === countyId).slice(0, MAX_PARTY_NUMBERS)
  const numbers = [...new Set(some.map(({ number }) => number))].join(',')
  useEffect(() => {
    if (countyId === undefined) return undefined
    const leaving = new AbortController()
    const list = numbers.split(',').map(Number)
    const learn = (found: ReadonlyMap<number, Party>) => {
      if (leaving.signal.aborted) return
      const learnt = list.map(
        (number) => [partyKey({ countyId, number }), found.get(number) ?? null] as const,
      )
      setKnown((before) => new Map([...before, ...learnt]))
    }
    partiesByNumber({ countyId, numbers: list }, leaving.signal).then(learn, () => learn(new Map()))
    return () => leaving.abort()
  }, [countyId, numbers])
  return known
}

/** The key of a number in a county. */
export function partyKey({ countyId, number }: RequestedParty): string {
  return `${countyId}/${number}`
}
