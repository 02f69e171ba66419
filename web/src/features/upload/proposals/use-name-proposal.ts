import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { useSession } from '../../../lib/session.ts'
import { documentTypesQuery } from '../facts/document-types.queries.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import { ownerRight } from '../facts/owner-right.ts'
import type { CountyChoice } from '../facts/upload-fields.ts'
import { numbersOf } from './numbers-of-name.ts'
import { kindText, ownerText } from './proposal-texts.ts'
import { proposedFacts } from './proposal.ts'
import { partyKey, useNamedParties } from './use-named-parties.ts'

type Options = {
  /** Null while there is no file to propose anything for. */
  readonly name: string | null
  readonly fields: QueueFields
  readonly county: CountyChoice
  readonly categories: readonly LookupItem[]
}

type NameProposal = {
  readonly facts: Partial<QueueFields>
  /** `Industrial · Rendition · Mesa Compression LLC (102219) · Rendition 2026` */
  readonly text: string
}

const NO_TYPES: readonly never[] = []

/** What the name of one file proposes for the fields that are still empty; null if nothing (R3.74). */
export function useNameProposal({ name, fields, county, categories }: Options): NameProposal | null {
  const session = useSession()
  const right = ownerRight(session, county)
  const isAsked = name !== null
  const { data: types = NO_TYPES } = useQuery({ ...documentTypesQuery, enabled: isAsked })
  const { data: relationTypes = NO_TYPES } = useQuery({
    ...relationTypesQuery,
    enabled: isAsked && right === 'link',
  })
  const there = fields.countyId ?? (county === 'none' ? session.countyID : null)
  const asksOwner = right !== 'none' && !fields.owner
  const asked = useMemo(
    () =>
      name === null || there === null || !asksOwner
        ? []
        : numbersOf(name).map((number) => ({ countyId: there, number })),
    [name, there, asksOwner],
  )
  const known = useNamedParties(asked)
  if (name === null) return null
  const partyOf = (_countyId: number | null, number: number) =>
    known.get(partyKey({ countyId: there ?? 0, number })) ?? undefined
  const file = { name, folder: '', hasOwnType: fields.typeId !== null }
  const words = { types, categories, relationTypes, ownerRight: right, partyOf }
  const { free } = proposedFacts(file, fields, words)
  const names = { categories: { list: categories }, types }
  const text = [kindText(free, names), ownerText(free), free.description].filter(Boolean).join(' · ')
  return text === '' ? null : { facts: free, text }
}
