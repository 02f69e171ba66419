import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { actsQuery } from './account.queries.ts'

/** The rest appears on request, because other sections follow below. */
const SHOWN_AT_FIRST = 10

/** The user's own recent activity. */
export function ActsSection() {
  const { timeZone } = useConfig()
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(actsQuery)
  const [isShort, setIsShort] = useState(true)
  const loaded = data?.pages.flatMap((page) => page.acts) ?? []
  const acts = isShort ? loaded.slice(0, SHOWN_AT_FIRST) : loaded
  const isMoreLoaded = acts.length < loaded.length
  const hasFailed = isError && !isFetching
  const load = () => void (data ? fetchNextPage() : refetch())
  const more = () => {
    setIsShort(false)
    if (!isMoreLoaded) load()
  }
  return (
    <AccountSection id="activity" title="What you did lately">
      {!data && isFetching && <Loading>Loading what you did...</Loading>}
      <ul className={classes.list}>
        {acts.map(({ at, what, from }, place) => (
          // These records have no id and never change position, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className={classes.row}>
            <div className={classes.facts}>
              <span>{what}</span>
              <span className={classes.dim}>
                {formatDateTime(at, timeZone)} · {from}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {hasFailed && <LoadFailed onRetry={load} />}
      {(isMoreLoaded || (hasNextPage && !hasFailed)) && (
        <div className={classes.actions}>
          <Button aria-disabled={isFetching} onClick={() => !isFetching && more()}>
            {isFetching ? 'Loading...' : 'Show more'}
          </Button>
        </div>
      )}
    </AccountSection>
  )
}
