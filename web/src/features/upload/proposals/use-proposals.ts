import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useMemo, useState } from 'react'
import { may } from '../../../lib/rights.ts'
import { useSession } from '../../../lib/session.ts'
import type { CountyChoice } from '../facts/upload-fields.ts'
import { factsOf } from '../sender/queue-entry.ts'
import type { QueueView } from '../sender/queue-store.ts'
import type { Queue } from '../sender/queue.ts'
import { numbersOf } from './numbers-of-name.ts'
import { proposalOf, type Proposal } from './proposal.ts'
import { keyOf, useNamedParties, type RequestedParty } from './use-named-parties.ts'

type Options = {
  readonly queue: Queue
  readonly view: QueueView
  readonly county: CountyChoice
  readonly types: readonly DocumentType[]
  readonly categories: readonly LookupItem[]
}

/** The numbers in the names of files that may be those of owners, each with the county of its file. */
function useAskedParties({ view: { entries, plan }, county }: Options): readonly RequestedParty[] {
  const session = useSession()
  const mayAsk = may(session, 'documents.edit')
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

/** What the names and folders of the files tell of them: proposed, and never taken over by itself. */
export function useProposals(options: Options) {
  const { queue, view, county, types, categories } = options
  const { entries, plan } = view
  const session = useSession()
  const ownCounty = county === 'none' ? session.countyID : null
  const known = useNamedParties(useAskedParties(options))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const proposals = useMemo(() => {
    const partyOf = (countyId: number | null, number: number) =>
      known.get(keyOf({ countyId: countyId ?? ownCounty ?? 0, number })) ?? undefined
    const words = { types, categories, partyOf }
    return entries.flatMap((entry) =>
      hidden.has(entry.key) ? [] : (proposalOf(entry, plan.fields, words) ?? []),
    )
  }, [entries, plan.fields, types, categories, known, hidden, ownCounty])
  const byKey = useMemo(() => new Map(proposals.map((each) => [each.entry.key, each])), [proposals])
  const free = proposals.filter((each) => Object.keys(each.free).length > 0)
  return {
    all: proposals,
    /** Those that can be accepted with all, because they overwrite nothing. */
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
