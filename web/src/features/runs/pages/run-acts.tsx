import { stopRun, undoRun, type Run } from '@portal/contract/runs/runs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { filesText, undoableUntil } from '../run-texts.ts'
import { runKey, stop, undo } from '../runs.queries.ts'
import classes from './run-page.module.css'

/** *Stop* while it is under way and *Undo* afterward, in one place. */
export function RunActs({ run }: { readonly run: Run }) {
  const [isAsking, setIsAsking] = useState(false)
  const { timeZone } = useConfig()
  const { isBusy, failure, stop, undo } = useRunActs(run)
  const until = undoableUntil(run)
  return (
    <div className={classes.acts}>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {run.mayStop && (
        <Button look="danger" aria-disabled={isBusy} onClick={stop}>
          Stop
        </Button>
      )}
      {run.mayUndo && (
        <Button aria-disabled={isBusy} onClick={() => setIsAsking(true)}>
          Undo
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={`Undo run ${run.number}?`}
        question={`${filesText(run.changed)} go back to what they were. Files that somebody has changed since stay as they are.${
          until === null ? '' : ` You can undo this run until ${formatDateTime(until, timeZone)}.`
        }`}
        yes="Undo"
        no="Cancel"
        isHarmless
        onYes={() => {
          setIsAsking(false)
          undo()
        }}
        onNo={() => setIsAsking(false)}
      />
    </div>
  )
}

/** *Stop* and *Undo* of a run. *Undo* is a run of its own, whose page follows. */
function useRunActs({ number }: Pick<Run, 'number'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // One key for the page, so that sending it twice is one run.
  const [undoKey] = useState(() => crypto.randomUUID())
  const stopping = useMutation({
    mutationFn: stop,
    onSuccess: (run) => client.setQueryData(runKey(run.number), run),
    onSettled: (_run, _failure, of) => client.invalidateQueries({ queryKey: runKey(of) }),
  })
  const undoing = useMutation({
    mutationFn: undo,
    onSuccess: (run) => navigate(`${PATHS.runs}/${run.number}`),
    onError: (_failure, of) => client.invalidateQueries({ queryKey: runKey(of.number) }),
  })
  const isBusy = stopping.isPending || undoing.isPending
  return {
    isBusy,
    failure: stopping.isError
      ? failureText(stopping.error, stopRun.fallback)
      : undoing.isError
        ? failureText(undoing.error, undoRun.fallback)
        : null,
    stop: () => {
      if (!isBusy) stopping.mutate(number)
    },
    undo: () => {
      if (!isBusy) undoing.mutate({ number, key: undoKey })
    },
  }
}
