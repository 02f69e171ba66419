import { useRef } from 'react'
import { adminTabs } from '../../../lib/admin-tabs.ts'
import { useConfig } from '../../../lib/config.ts'
import { useSession } from '../../../lib/session.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ForRight } from '../../../ui/for-right.tsx'
import { ListOutcome } from '../../../ui/list-outcome.tsx'
import { NoticeDock } from '../../../ui/notice-dock.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { ScreenTabs } from '../../../ui/screen-tabs.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useRowPlace } from '../../../ui/use-row-place.ts'
import { kindColumns } from './job-columns.tsx'
import { kindText, totalText } from './job-texts.ts'
import { LISTS } from './jobs-address.ts'
import { JobsList } from './jobs-list.tsx'
import screenClasses from '../../../ui/list-screen.module.css'
import classes from '../operations.module.css'
import { useJobsScreen, type JobsScreen } from './use-jobs-screen.ts'

const TITLE = 'Jobs and mail'

/** /admin/jobs: what waits in the background, what was given up, and what no mail server takes. */
export function JobsPage() {
  return (
    <ForRight right="portal.manage" title={TITLE}>
      <JobsAndMail />
    </ForRight>
  )
}

function JobsAndMail() {
  useTitle(TITLE)
  const session = useSession()
  const screen = useJobsScreen()
  const list = useRef<HTMLElement>(null)
  useRowPlace(list, screen.jobs ?? undefined)
  return (
    <>
      <PageHeading>{TITLE}</PageHeading>
      <ScreenTabs label="Administration" tabs={adminTabs(session)} />
      <Toolbar screen={screen} />
      <Kinds screen={screen} />
      <JobsList ref={list} screen={screen} />
      <NoticeDock>
        <ListOutcome notice={screen.notice} onDismiss={screen.dismiss} loadFailure={null} />
      </NoticeDock>
    </>
  )
}

function Kinds({ screen }: { readonly screen: JobsScreen }) {
  const { timeZone } = useConfig()
  const { kinds } = screen
  if (kinds === null) return null
  return (
    <section aria-label="By kind" className={classes.kinds}>
      <output className={screenClasses.extent}>{totalText(kinds)}</output>
      {kinds.length > 0 && (
        <DataTable
          caption="By kind"
          columns={kindColumns({ timeZone, screen })}
          rows={kinds}
          keyOf={({ kind }) => kind}
        />
      )}
    </section>
  )
}

const LIST_NAMES: Readonly<Record<(typeof LISTS)[number], string>> = {
  failed: 'Given up',
  waiting: 'Waiting and running',
  refused: 'Refused mail',
}
const LIST_CHOICES = LISTS.map((list) => ({ value: list, label: LIST_NAMES[list] }))

function Toolbar({ screen: { address, kinds, narrow } }: { readonly screen: JobsScreen }) {
  const { list, kind } = address
  const known = new Set([...(kinds ?? []).map((each) => each.kind), ...(kind === '' ? [] : [kind])])
  const choices = [...known].map((each) => ({ value: each, label: kindText(each) }))
  return (
    <search className={`${screenClasses.toolbar} ${classes.toolbar}`}>
      <SelectField
        label="Show"
        options={LIST_CHOICES}
        value={list}
        onChange={(value) => narrow({ list: LISTS.find((each) => each === value) ?? 'failed' })}
      />
      {list !== 'refused' && (
        <SelectField
          label="Kind"
          options={[{ value: '', label: 'All kinds' }, ...choices]}
          value={kind}
          onChange={(value) => narrow({ kind: value })}
        />
      )}
    </search>
  )
}
