import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { PATHS, screenAt } from '../../../lib/paths.ts'
import { ClosedCountiesNotice } from '../../../ui/closed-counties-notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { unfinishedQuery } from './unfinished.queries.ts'
import tabs from '../../../ui/screen-tabs.module.css'
import classes from './upload-heading.module.css'

const TABS = [
  { label: 'Upload files', to: PATHS.upload },
  { label: 'Unfinished uploads', to: PATHS.unfinishedUploads },
] as const

type Props = {
  readonly children: ReactNode
  readonly takesFocus?: boolean
  /** Controls beside the tabs. */
  readonly aside?: ReactNode
}

/** The heading of an upload screen with the tabs next to it, above a notice about closed counties. */
export function UploadHeading({ children, takesFocus = false, aside }: Props) {
  return (
    <>
      <PageHeading
        takesFocus={takesFocus}
        aside={
          <div className={classes.aside}>
            {aside}
            <Tabs />
          </div>
        }
      >
        {children}
      </PageHeading>
      <ClosedCountiesNotice />
    </>
  )
}

function Tabs() {
  const here = screenAt(useLocation().pathname)
  return (
    <nav aria-label="Uploads" className={classes.tabs} data-wide>
      {TABS.map(({ label, to }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined} className={tabs.tab}>
          {label}{' '}
          {to === PATHS.unfinishedUploads && (
            <span className={tabs.count}>
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
