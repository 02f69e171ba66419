import type { RunAction } from '@portal/contract/runs/actions.ts'
import { undoRun, type Run } from '@portal/contract/runs/runs.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { PATHS } from '../../lib/paths.ts'
import { useNotice, type NoticeContent } from '../../ui/use-notice.ts'
import { undo } from './runs.queries.ts'
import { doneText, undoneText } from './run-texts.ts'

type RunNotice = NoticeContent & {
  readonly run: number
  /** The key of the run that undoes it; unset if it cannot be undone from here. */
  readonly undoKey?: string
}

/** What follows a run: a notice with *Undo* for a run that has ended, or the page of one that is under way. */
export function useDone(onChanged: () => void) {
  const navigate = useNavigate()
  const { notice, show, dismiss } = useNotice<RunNotice>()
  const toPage = ({ number }: Run) => navigate(`${PATHS.runs}/${number}`)
  const undoing = useMutation({
    mutationFn: undo,
    onSuccess: (run, { number }) => {
      if (run.state === 'running') return toPage(run)
      show({ tone: run.changed > 0 ? 'success' : 'error', text: undoneText(number, run), run: run.number })
      return onChanged()
    },
    onError: (failure, { number }) =>
      show({ tone: 'error', text: failureText(failure, undoRun.fallback), run: number }),
  })
  const undoKey = notice?.undoKey
  return {
    notice,
    dismiss,
    /** Called with a run that was started. */
    tell: (run: Run, { kind }: RunAction) => {
      if (run.state === 'running') {
        void toPage(run)
        return
      }
      onChanged()
      show({
        tone: run.refused > 0 ? 'warning' : 'success',
        text: doneText(kind, run),
        run: run.number,
        ...(run.mayUndo && { undoKey: crypto.randomUUID() }),
      })
    },
    undo:
      notice === null || undoKey === undefined
        ? null
        : () => {
            dismiss()
            undoing.mutate({ number: notice.run, key: undoKey })
          },
  }
}

export type Done = ReturnType<typeof useDone>
