import { useQueryClient } from '@tanstack/react-query'
import { useConfig } from '../../lib/config.ts'
import { useRecount } from '../../lib/request-counts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { NO_ADDRESS } from '../../ui/list-screen/address-codec.ts'
import { ListNotice } from '../../ui/list-screen/list-notice.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { useListScreen } from '../../ui/list-screen/use-list-screen.ts'
import { RequestTabs } from '../../ui/screen-tabs.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { checkColumns } from './check-columns.tsx'
import { emptyText, extentText, nameOf } from './check-texts.ts'
import { useCheckActions } from './use-check-actions.ts'
import {
  VIRUS_CHECKS_KEY,
  virusChecksQuery,
  withoutFile,
  type VirusChecks as ShownChecks,
} from './virus-checks.queries.ts'
import classes from './virus-checks.module.css'

/** /requests/virus-checks: the files that the virus scanner has not found clean. */
export function VirusChecksPage() {
  const queryClient = useQueryClient()
  const { timeZone } = useConfig()
  const screen = useListScreen({
    codec: NO_ADDRESS,
    query: virusChecksQuery,
    rowsOf: ({ files }) => files,
  })
  const checks = screen.shown?.page
  const { notice, show, dismiss } = useNotice()
  const recount = useRecount()
  const actions = useCheckActions({
    show,
    dismiss,
    scanner: checks?.scanner ?? 'there',
    onRemoved: (key) =>
      queryClient.setQueryData<ShownChecks>(VIRUS_CHECKS_KEY, (before) => before && withoutFile(before, key)),
    onSettled: () => {
      screen.reload()
      recount()
    },
  })
  const { asked } = actions
  return (
    <ListScreen
      screen={screen}
      title="Virus Checks"
      above={<RequestTabs />}
      label="Files that were not found clean"
      className={classes.list}
      loading="Loading virus checks..."
      extent={checks ? extentText(checks) : ''}
      count={checks ? checks.files.length : null}
      table={
        <DataTable
          caption="Virus Checks"
          columns={checkColumns({ timeZone, onCheck: actions.check, onRemove: actions.ask })}
          rows={checks?.files ?? []}
          keyOf={({ Key }) => Key}
        />
      }
      nothing={{ all: checks ? emptyText(checks) : '' }}
    >
      <ListNotice notice={notice} dismiss={dismiss} failure={screen.failure} />
      <ConfirmDialog
        opened={asked !== null}
        title={asked ? questionTitle(asked) : ''}
        question="Remove this file permanently? This cannot be undone."
        subject={asked?.FileName}
        onYes={actions.confirm}
        onNo={actions.decline}
      />
    </ListScreen>
  )
}

/** The name of a rejected upload appears below the question. */
function questionTitle(file: Parameters<typeof nameOf>[0]): string {
  return file.FileID === null ? 'Remove rejected upload' : `Remove ${nameOf(file)} permanently`
}
