import type { OpenQuestion } from '@portal/contract/questions/open-question.ts'
import { formatDay } from '../../../lib/calendar.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import classes from './questions.module.css'

/** What was asked, by whom, and until when. Everything that a person wrote is plain text. */
export function QuestionText({ question }: { readonly question: Omit<OpenQuestion, 'MayAnswer'> }) {
  const { timeZone } = useConfig()
  const { AskedBy, AskedAt, Person, Points, Text, DueDay } = question
  return (
    <div className={classes.question}>
      <p className={classes.dim}>
        <bdi>{AskedBy}</bdi> asks <bdi>{Person}</bdi>, {formatDateTime(AskedAt, timeZone)}
        {DueDay !== null && ` · due ${formatDay(DueDay)}`}
      </p>
      {Points.length > 0 && (
        <ul>
          {Points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {Text !== '' && <p className={classes.text}>{Text}</p>}
    </div>
  )
}
