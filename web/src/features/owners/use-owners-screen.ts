import { appraisalYears } from '@portal/contract/owners/owners.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { configQuery, useConfig } from '../../lib/config.ts'
import { useCounties } from '../../lib/counties.ts'
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

/** The owner table: the county, year, search and order that its address names, and the ways to others. */
export function useOwnersScreen() {
  const { countyID, countyName } = useSession()
  const { years, isYearKnown } = useYears()
  const [address, change] = useAddress()
  const [worker] = useState(ownersWorker)
  const year = address.year !== null && years.includes(address.year) ? address.year : (years[0] ?? 0)
  const { counties, countyId, needsCounty } = useCounty(address)
  const search = useStableSearch(address.search, (text) => change({ search: text }, { isStep: false }))

  const roll = useRoll({ countyId, year }, { worker, isAsked: isYearKnown && !needsCounty })
  // After the queries, so that they have cancelled their work when the worker ends.
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
    /** The county whose roll is shown; null where none has been picked, or there is none to pick. */
    shownCountyId: counties.areChosen ? countyId : countyID,
    countyName: (counties.areChosen ? pickedCounty?.Name : countyName) ?? null,
    needsCounty,
    /** Somebody who has no county yet. */
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
 * The county that is asked for: of several, the one in the address if it is among them, else the one that they work for;
 * null leaves it to the session.
 */
function useCounty({ countyId: named }: OwnersAddress) {
  const { isAdmin, countyID } = useSession()
  const counties = useCounties()
  const isTheirs = isAdmin || counties.list.some(({ CountyID }) => CountyID === named)
  const picked = isTheirs ? named : countyID
  const countyId = counties.areChosen ? picked : null
  return { counties, countyId, needsCounty: counties.areChosen && countyId === null }
}

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
