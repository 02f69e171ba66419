import type { Mail, MailState } from '@portal/contract/ingestion/mailbox.ts'
import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { cssWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import classes from './mailbox.module.css'
import { filesText, subjectText, whyText } from './mailbox-texts.ts'

type Options = {
  readonly timeZone: string
  readonly state: MailState
  readonly onOpen: (mail: Mail) => void
}

const WHY: Readonly<Record<MailState, string>> = {
  waiting: 'Reason',
  accepted: 'How',
  refused: 'Reason',
}

/** The columns of the mailbox: sender, subject, arrival, reason and files. */
export function mailColumns({ timeZone, state, onOpen }: Options): readonly Column<Mail>[] {
  return [
    {
      id: 'from',
      header: 'From',
      cell: ({ from }) => <bdi className={classes.whole}>{from || NOTHING}</bdi>,
      title: ({ from }) => from,
      isRowHeader: true,
      width: cssWidth([190, 0.1]),
    },
    {
      id: 'subject',
      header: 'Subject',
      cell: (mail) => <bdi className={classes.whole}>{subjectText(mail)}</bdi>,
      title: subjectText,
    },
    {
      id: 'arrived',
      header: 'Arrived',
      cell: ({ arrivedAt }) => formatDateTime(arrivedAt, timeZone),
      isNoWrap: true,
      width: cssWidth([136, 0.02]),
    },
    {
      id: 'why',
      header: WHY[state],
      cell: (mail) => <span className={classes.whole}>{whyText(mail)}</span>,
      title: whyText,
      width: cssWidth([230, 0.04]),
    },
    { id: 'files', header: 'Files', cell: filesText, width: cssWidth([88, 0.02]) },
    {
      id: 'open',
      header: 'Details',
      isForScreen: true,
      cell: (mail) => (
        <Button
          aria-label={`Open the e-mail from ${mail.from}: ${subjectText(mail)}`}
          onClick={() => onOpen(mail)}
        >
          Open
        </Button>
      ),
      width: cssWidth([108, 0.01]),
    },
  ]
}
