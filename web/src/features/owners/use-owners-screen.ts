import { appraisalYears } from '@portal/contract/owners/owners.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { configQuery, useConfig } from '../../lib/config.ts'
import { useCounties } from '../../lib/counties.ts'
import { useScope } from '../../lib/scope.ts'
import { useSession } from '../../lib/session.ts'
import {
  readOwnersAddress,
  sortAfterPress,
  writeOwnersAddress,
  type OwnersAddress,
} from './owners-address.ts'
import { countsQuery, rollQuery, type RollKey } from './owners.queries.ts'
import { ownersWorker, type OwnersWorker } from './owners-worker-client.ts'
import { useStableSearch } from '../../lib/use-stable-search.ts'

/** The owner table: the county, year, search and order from its address, and the actions that change them. */
export function useOwnersScreen() {
  const { countyID, countyName } = useSession()
  const { years, isYearKnown } = useYears()
  const [address, change] = useAddress()
  const [worker] = useState(ownersWorker)
  const year = address.year !== null && years.includes(address.year) ? address.year : (years[0] ?? 0)
  const { counties, countyId, needsCounty } = useCounty(address)
  const search = useStableSearch(address.search, (text) => change({ search: text }, { isStep: false }))

  const roll = useRoll({ countyId, year }, { worker, isAsked: isYearKnown && !needsCounty })
  // Placed after the queries, so that they cancel their work before the worker is terminated.
  useEffect(() => {
    worker.warmUp()
    return () => worker.close()
  }, [worker])

  const pickedCounty = counties.list.find(({ CountyID }) => CountyID === countyId)
  return {
    years,
    year,
    counties,
    worker,
    search,
    sort: address.sort,
    /** The county of the shown roll; null if none is selected or available. */
    shownCountyId: counties.areChosen ? countyId : countyID,
    countyName: (counties.areChosen ? pickedCounty?.Name : countyName) ?? null,
    needsCounty,
    /** Whether the user has no county yet. */
    hasNoCounty: !counties.areChosen && countyID === null,
    roll,
    pickCounty: (id: number | null) => change({ countyId: id }, { isStep: true }),
    pickYear: (picked: number) => change({ year: picked === years[0] ? null : picked }, { isStep: true }),
    pressHeading: (column: OwnersAddress['sort']['column']) =>
      change({ sort: sortAfterPress(address.sort, column) }, { isStep: false }),
  }
}

export type OwnersScreen = ReturnType<typeof useOwnersScreen>

/**
 * The county to request. With several counties: the one in the address if it belongs to the user, else the
 * selected one. Null leaves the choice to the session.
 */
function useCounty({ countyId: named }: OwnersAddress) {
  const { isAdmin } = useSession()
  const scope = useScope()
  const counties = useCounties()
  const isTheirs = isAdmin || counties.list.some(({ CountyID }) => CountyID === named)
  const picked = isTheirs ? named : scope
  const countyId = counties.areChosen ? picked : null
  return { counties, countyId, needsCounty: counties.areChosen && countyId === null }
}

/** The appraisal years on offer; until they are known, no roll is requested. */
function useYears() {
  const { newestAppraisalYear } = useConfig()
  const years = useMemo(() => appraisalYears(newestAppraisalYear), [newestAppraisalYear])
  return { years, isYearKnown: !useQuery(configQuery).isPending }
}

type Change = (changed: Partial<OwnersAddress>, how: { readonly isStep: boolean }) => void

/**
 * The state in the address. With `isStep`, the change adds a history entry that Back undoes; typing and sorting do not.
 */
function useAddress(): readonly [OwnersAddress, Change] {
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readOwnersAddress(params), [params])
  const change: Change = (changed, { isStep }) =>
    setParams((before) => writeOwnersAddress({ ...readOwnersAddress(before), ...changed }), {
      replace: !isStep,
      preventScrollReset: true,
    })
  return [address, change]
}

type RollOptions = { readonly worker: OwnersWorker; readonly isAsked: boolean }

function useRoll(key: RollKey, { worker, isAsked }: RollOptions) {
  const rows = useQuery({ ...rollQuery(key, worker), enabled: isAsked })
  const counts = useQuery({ ...countsQuery(key, worker), enabled: isAsked })
  return {
    loaded: rows.data ?? null,
    isLoading: rows.isFetching,
    hasFailed: rows.isError && !rows.isFetching,
    counts: counts.data?.byParty ?? null,
    haveCountsFailed: counts.isError && !counts.isFetching,
    refetch: () => void Promise.all([rows.refetch(), counts.refetch()]),
  }
}
