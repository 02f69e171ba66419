import { STATUS } from '@portal/contract/files/status.ts'
import { IconCircleCheck, IconClockHour4, IconHelpCircle, IconInbox, type Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

const ICONS: Readonly<Record<number, Icon>> = {
  [STATUS.new]: IconInbox,
  [STATUS.completed]: IconCircleCheck,
  [STATUS.inProgress]: IconClockHour4,
  [STATUS.needMoreInfo]: IconHelpCircle,
}

type Props = { readonly statusId: number; readonly text: string }

/** A status as icon, word and tint, so that color is never the only signal. */
export function StatusBadge({ statusId, text }: Props) {
  const StatusIcon = ICONS[statusId] ?? IconHelpCircle
  return (
    <span className={classes.badge} data-status={statusId}>
      <StatusIcon aria-hidden size={15} stroke={2} />
      {text}
    </span>
  )
}
