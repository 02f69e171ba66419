import type { RestoreFilesProps } from '../../lib/selection/restore-files-props.ts'
import { RunDialog } from './dialog/run-dialog.tsx'
import { RunNotice } from './run-notice.tsx'
import { useDone } from './use-done.ts'

const RESTORE = { kind: 'restore' } as const

/** The dialog that restores selected files by one run, and its result. */
export function RestoreFiles({ ids, onStarted, onChanged, onClose }: RestoreFilesProps) {
  const done = useDone(onChanged)
  return (
    <>
      {ids !== null && (
        <RunDialog
          title="Restore selected files"
          contents={{ kind: 'files', ids: new Set(ids) }}
          action={RESTORE}
          focus="start"
          onClose={onClose}
          onStarted={(run, action) => {
            onStarted()
            done.tell(run, action)
          }}
        />
      )}
      <RunNotice done={done} />
    </>
  )
}
