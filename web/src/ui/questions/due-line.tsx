import { IconAlertTriangle, IconCalendarDue } from '@tabler/icons-react'
import { today } from '../../lib/calendar.ts'
import { useConfig } from '../../lib/config.ts'
import { dueText } from '../../lib/question-line.ts'
import classes from './due-line.module.css'

/** When an answer is due, as a line of its own that nothing cuts off (R26.37). Nothing without a due day. */
export function DueLine({ dueDay }: { readonly dueDay: string | null }) {
  const { timeZone } = useConfig()
  if (dueDay === null) return null
  const now = today(timeZone)
  const isLate = dueDay < now
  const DueIcon = isLate ? IconAlertTriangle : IconCalendarDue
  return (
    <div className={classes.due} data-late={isLate || undefined}>
      <DueIcon aria-hidden size={15} stroke={2} />
      {dueText(dueDay, now)}
    </div>
  )
}
