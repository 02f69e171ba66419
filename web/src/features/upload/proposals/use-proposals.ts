import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { useSession } from '../../../lib/session.ts'
import { ownerRight } from '../facts/owner-right.ts'
import type { CountyChoice } from '../facts/upload-fields.ts'
import { factsOf } from '../sender/queue-entry.ts'
import type { QueueView } from '../sender/queue-store.ts'
import type { Queue } from '../sender/queue.ts'
import { numbersOf } from './numbers-of-name.ts'
import { proposalOf, type Proposal } from './proposal.ts'
import { partyKey, useNamedParties, type RequestedParty } from './use-named-parties.ts'

const NO_RELATIONS: readonly LookupItem[] = []

type Options = {
  readonly queue: Queue
  readonly view: QueueView
  readonly county: CountyChoice
  readonly types: readonly DocumentType[]
  readonly categories: readonly LookupItem[]
}

/** The numbers in file names that may be party numbers, each with its file's county. */
function useAskedParties({ view: { entries, plan }, county }: Options): readonly RequestedParty[] {
  const session = useSession()
  const mayAsk = ownerRight(session, county) !== 'none'
  const ownCounty = county === 'none' ? session.countyID : null
  return useMemo(() => {
    if (!mayAsk) return []
    return entries.flatMap((entry) => {
      const { countyId, owner } = factsOf(entry, plan.fields)
      const there = countyId ?? ownCounty
      if (entry.state.is !== 'chosen' || owner || there === null) return []
      return numbersOf(entry.name).map((number) => ({ countyId: there, number }))
    })
  }, [entries, plan.fields, mayAsk, ownCounty])
}

/** The proposals from the files' names and folders. They are never applied automatically. */
export function useProposals(options: Options) {
  const { queue, view, county, types, categories } = options
  const { entries, plan } = view
  const session = useSession()
  const ownCounty = county === 'none' ? session.countyID : null
  const known = useNamedParties(useAskedParties(options))
  const right = ownerRight(session, county)
  const { data: relationTypes = NO_RELATIONS } = useQuery({
    ...relationTypesQuery,
    enabled: right === 'link',
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const proposals = useMemo(() => {
    const partyOf = (countyId: number | null, number: number) =>
      known.get(partyKey({ countyId: countyId ?? ownCounty ?? 0, number })) ?? undefined
    const words = { types, categories, relationTypes, ownerRight: right, partyOf }
    return entries.flatMap((entry) =>
      hidden.has(entry.key) ? [] : (proposalOf(entry, plan.fields, words) ?? []),
    )
  }, [entries, plan.fields, types, categories, relationTypes, right, known, hidden, ownCounty])
  const byKey = useMemo(() => new Map(proposals.map((each) => [each.entry.key, each])), [proposals])
  const free = proposals.filter((each) => Object.keys(each.free).length > 0)
  return {
    all: proposals,
    /** The proposals that "accept all" applies, because they overwrite nothing. */
    free,
    of: (key: string): Proposal | undefined => byKey.get(key),
    accept: (keys: readonly string[]) =>
      queue.changeFacts(new Map(keys.flatMap((key) => pairOf(byKey.get(key))))),
    acceptAll: () => queue.changeFacts(new Map(free.map((each) => [each.entry.key, each.free]))),
    hide: () => setHidden(new Set([...hidden, ...byKey.keys()])),
  }
}

function pairOf(proposal: Proposal | undefined) {
  return proposal ? [[proposal.entry.key, proposal.facts] as const] : []
}

export type Proposals = ReturnType<typeof useProposals>
