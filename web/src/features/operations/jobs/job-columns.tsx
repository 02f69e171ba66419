import type { Job, JobKindCounts, RefusedMail } from '@portal/contract/operations/jobs.ts'
import { formatDateTime, NOTHING } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { cssWidth } from '../../../ui/column-width.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { UserName } from '../../../ui/user-name.tsx'
import { countText, kindText, mailText } from './job-texts.ts'
import type { Retry } from './jobs.queries.ts'

export type ColumnOptions = {
  readonly timeZone: string
  /** Ignored while another retry is pending. */
  readonly retry: (what: Retry) => void
  readonly isRetrying: boolean
}

/** The number of jobs of each kind. */
export function kindColumns({
  timeZone,
  retry,
  isRetrying,
}: ColumnOptions): readonly Column<JobKindCounts>[] {
  return [
    { id: 'kind', header: 'Task', cell: ({ kind }) => kindText(kind), isRowHeader: true },
    { id: 'waiting', header: 'Waiting', cell: (kind) => countText(kind, 'waiting'), align: 'end' },
    { id: 'running', header: 'Running', cell: (kind) => countText(kind, 'running'), align: 'end' },
    { id: 'failed', header: 'Failed', cell: (kind) => countText(kind, 'failed'), align: 'end' },
    {
      id: 'oldest',
      header: 'Due since',
      cell: ({ oldestDueAt }) => (oldestDueAt ? formatDateTime(oldestDueAt, timeZone) : NOTHING),
      isNoWrap: true,
    },
    {
      id: 'retry',
      header: 'Retry',
      isForScreen: true,
      cell: ({ kind, failed }) =>
        failed === 0 ? (
          NOTHING
        ) : (
          <Button
            aria-disabled={isRetrying}
            aria-label={`Retry all: ${kindText(kind)}`}
            onClick={() => retry({ kind })}
          >
            Retry all
          </Button>
        ),
    },
  ]
}

const STATES: Readonly<Record<Job['state'], string>> = {
  failed: 'Failed',
  waiting: 'Waiting',
  running: 'Running',
}

/** Jobs that are pending or have failed for good, with the error. */
export function jobColumns({ timeZone, retry, isRetrying }: ColumnOptions): readonly Column<Job>[] {
  return [
    {
      id: 'work',
      header: 'Task',
      cell: ({ kind, mail }) => (mail ? `E-mail: ${mailText(mail.kind)}` : kindText(kind)),
      isRowHeader: true,
      width: cssWidth([190, 0.06]),
    },
    {
      id: 'recipient',
      header: 'To',
      cell: ({ mail }) => (mail ? <UserName name={mail.recipient} /> : NOTHING),
      title: ({ mail }) => mail?.recipient ?? '',
      width: cssWidth([150, 0.1]),
    },
    { id: 'state', header: 'Status', cell: ({ state }) => STATES[state], width: cssWidth([84, 0.01]) },
    {
      id: 'at',
      header: 'When',
      cell: ({ at }) => formatDateTime(at, timeZone),
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    {
      id: 'attempts',
      header: 'Attempts',
      cell: ({ attempts }) => attempts,
      align: 'end',
      width: cssWidth([76, 0.01]),
    },
    {
      id: 'problem',
      header: 'Last error',
      cell: ({ problem }) => problem ?? NOTHING,
      title: ({ problem }) => problem ?? '',
    },
    {
      id: 'retry',
      header: 'Retry',
      isForScreen: true,
      cell: ({ jobID, state, problem }) =>
        state === 'failed' || (state === 'waiting' && problem !== null) ? (
          <Button
            aria-disabled={isRetrying}
            aria-label={`Retry task ${jobID}`}
            onClick={() => retry({ jobId: jobID })}
          >
            Retry
          </Button>
        ) : (
          NOTHING
        ),
      width: cssWidth([90, 0.01]),
    },
  ]
}

/** Mails that the mail server rejected for good. */
export function mailColumns({ timeZone, retry, isRetrying }: ColumnOptions): readonly Column<RefusedMail>[] {
  return [
    {
      id: 'mail',
      header: 'E-mail',
      cell: ({ kind }) => mailText(kind),
      isRowHeader: true,
      width: cssWidth([190, 0.06]),
    },
    {
      id: 'recipient',
      header: 'To',
      cell: ({ recipient }) => <UserName name={recipient} />,
      title: ({ recipient }) => recipient,
      width: cssWidth([170, 0.14]),
    },
    {
      id: 'queued',
      header: 'Queued',
      cell: ({ queuedAt }) => formatDateTime(queuedAt, timeZone),
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    {
      id: 'refused',
      header: 'Rejected',
      cell: ({ refusedAt }) => formatDateTime(refusedAt, timeZone),
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    { id: 'problem', header: 'Reason', cell: ({ problem }) => problem, title: ({ problem }) => problem },
    {
      id: 'retry',
      header: 'Retry',
      isForScreen: true,
      cell: ({ mailID, recipient }) => (
        <Button
          aria-disabled={isRetrying}
          aria-label={`Send again to ${recipient}`}
          onClick={() => retry({ mailId: mailID })}
        >
          Send again
        </Button>
      ),
      width: cssWidth([132, 0.01]),
    },
  ]
}
