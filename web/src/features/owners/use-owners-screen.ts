import { appraisalYears } from '@portal/contract/owners.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { configQuery, useConfig } from '../../lib/config.ts'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { reloadOf } from '../../lib/reload.ts'
import { useSession } from '../../lib/session.ts'
import {
  readOwnersAddress,
  sortAfterPress,
  writeOwnersAddress,
  type OwnersAddress,
} from './owners-address.ts'
import { countsQuery, rollQuery, type RollKey } from './owners.queries.ts'
import { ownersWorker, type OwnersWorker } from './owners-worker-client.ts'
import { useSettledSearch } from './use-settled-search.ts'

/** The owner table: the county, year, search and order that its address names, and the ways to others. */
export function useOwnersScreen() {
  const { isAdmin, countyID, countyName } = useSession()
  const { years, isYearKnown } = useYears()
  const [address, change] = useAddress()
  const [worker] = useState(ownersWorker)
  const lookup = useQuery(countiesQuery({ isAdmin }))
  const counties = lookup.data ?? []
  const year = address.year !== null && years.includes(address.year) ? address.year : (years[0] ?? 0)
  const countyId = isAdmin ? address.countyId : null
  const search = useSettledSearch(address.search, (text) => change({ search: text }, { isStep: false }))

  const needsCounty = isAdmin && countyId === null
  const roll = useRoll({ countyId, year }, { worker, isAsked: isYearKnown && !needsCounty })
  // After the queries, so that they have cancelled their work when the worker ends.
  useEffect(() => {
    worker.warmUp()
    return () => worker.close()
  }, [worker])

  const pickedCounty = counties.find(({ CountyID }) => CountyID === countyId)
  return {
    isAdmin,
    years,
    year,
    counties,
    /** Undefined unless the counties could not be loaded. */
    reloadCounties: reloadOf(lookup),
    worker,
    search,
    sort: address.sort,
    /** The county whose roll is shown; null where an administrator has picked none, or an ordinary user has none. */
    shownCountyId: isAdmin ? countyId : countyID,
    countyName: (isAdmin ? pickedCounty?.Name : countyName) ?? null,
    needsCounty,
    /** An ordinary user who has no county yet. */
    hasNoCounty: !isAdmin && countyID === null,
    roll,
    pickCounty: (id: number | null) => change({ countyId: id }, { isStep: true }),
    pickYear: (picked: number) => change({ year: picked === years[0] ? null : picked }, { isStep: true }),
    pressHeading: (column: OwnersAddress['sort']['column']) =>
      change({ sort: sortAfterPress(address.sort, column) }, { isStep: false }),
  }
}

export type OwnersScreen = ReturnType<typeof useOwnersScreen>

/** The years that the firm offers; until they are known, no roll is requested. */
function useYears() {
  const { newestAppraisalYear } = useConfig()
  const years = useMemo(() => appraisalYears(newestAppraisalYear), [newestAppraisalYear])
  return { years, isYearKnown: !useQuery(configQuery).isPending }
}

type Change = (changed: Partial<OwnersAddress>, how: { readonly isStep: boolean }) => void

/** What the address says. A step is a change that Back undoes; typing and sorting are not steps. */
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
