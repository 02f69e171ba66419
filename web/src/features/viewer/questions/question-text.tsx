import type { OpenQuestion, Question } from '@portal/contract/questions/open-question.ts'
import type { ReactNode } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { DueLine } from '../../../ui/questions/due-line.tsx'
import classes from './questions.module.css'

type Props = {
  readonly question: OpenQuestion | Omit<Question, 'Answer' | 'Withdrawn'>
  /** Whether an answer is still due. */
  readonly isOpen: boolean
  /** What the reader may do with it. */
  readonly acts?: ReactNode
}

/** Until when, what was asked, what to do, and then by whom. Everything that a person wrote is plain text. */
export function QuestionText({ question, isOpen, acts }: Props) {
  const { timeZone } = useConfig()
  const { AskedBy, AskedAt, Person, Points, Text, DueDay } = question
  const isAsker = 'IsAsker' in question && question.IsAsker
  return (
    <div className={classes.question}>
      {isOpen && <DueLine dueDay={DueDay} />}
      {Points.length > 0 && (
        <ul>
          {Points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {Text !== '' && <p className={classes.text}>{Text}</p>}
      {acts}
      <p className={classes.dim}>
        Asked by {isAsker ? 'you' : <bdi>{AskedBy}</bdi>} on {formatDateTime(AskedAt, timeZone)}, to{' '}
        <bdi>{Person}</bdi>
      </p>
    </div>
  )
}
