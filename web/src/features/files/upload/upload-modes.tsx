import { Link, useSearchParams } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { ClosedCountiesNotice } from '../../../ui/closed-counties-notice.tsx'
import { BATCH } from './batch-address.ts'
import classes from '../../../ui/screen-tabs.module.css'

/** The two ways of /add: files of one type, and a batch in which each file has its own facts. A closed county is named above them. */
export function UploadModes() {
  const [search] = useSearchParams()
  const isBatch = search.has(BATCH)
  return (
    <>
      <ClosedCountiesNotice />
      <Tabs isBatch={isBatch} />
    </>
  )
}

function Tabs({ isBatch }: { readonly isBatch: boolean }) {
  return (
    <nav aria-label="Ways to upload" className={classes.tabs}>
      <Link to={PATHS.upload} aria-current={isBatch ? undefined : 'page'} className={classes.tab}>
        Files of one type
      </Link>
      <Link
        to={`${PATHS.upload}?${BATCH}`}
        aria-current={isBatch ? 'page' : undefined}
        className={classes.tab}
      >
        A batch, each file its own
      </Link>
    </nav>
  )
}
