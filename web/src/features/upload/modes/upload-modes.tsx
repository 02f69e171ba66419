import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { PATHS, screenAt } from '../../../lib/paths.ts'
import { ClosedCountiesNotice } from '../../../ui/closed-counties-notice.tsx'
import { BATCH, isBatchAt } from '../facts/batch-address.ts'
import { unfinishedQuery } from './unfinished.queries.ts'
import classes from '../../../ui/screen-tabs.module.css'

const TABS = [
  { label: 'Files of the same type', to: PATHS.upload },
  { label: 'Many files of different types', to: `${PATHS.upload}?${BATCH}` },
  { label: 'Unfinished uploads', to: PATHS.unfinishedUploads },
] as const

/** The tabs of the upload modes and the unfinished uploads, below a notice about closed counties. */
export function UploadModes() {
  return (
    <>
      <ClosedCountiesNotice />
      <Tabs />
    </>
  )
}

function Tabs() {
  const location = useLocation()
  const here = isBatchAt(location) ? `${PATHS.upload}?${BATCH}` : screenAt(location.pathname)
  return (
    <nav aria-label="Ways to upload" className={classes.tabs}>
      {TABS.map(({ label, to }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined} className={classes.tab}>
          {label}{' '}
          {to === PATHS.unfinishedUploads && (
            <span className={classes.count}>
              <UnfinishedCount />
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

/** The number of unfinished uploads next to the tab's name, which reserves space for two digits. */
function UnfinishedCount() {
  const { data } = useQuery(unfinishedQuery)
  return data && data.length > 0 ? `(${data.length})` : null
}
