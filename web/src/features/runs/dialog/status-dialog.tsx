import { STATUS, STATUS_TEXT, type StatusId } from '@portal/contract/files/status.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import { useState, type ComponentProps } from 'react'
import {
  EMPTY_QUESTION,
  isEmptyQuestion,
  questionProblem,
  type QuestionDraft,
} from '../../../lib/question-draft.ts'
import { QuestionFields } from '../../../ui/questions/question-fields.tsx'
import { RunDialog } from './run-dialog.tsx'
import classes from './run-dialog.module.css'

type Props = Pick<ComponentProps<typeof RunDialog>, 'contents' | 'onStarted' | 'onClose'> & {
  readonly statusId: StatusId
}

/** *Set status*. *Needs More Info* may ask each uploader what is missing; the counties may differ, so without points. */
export function StatusDialog({ statusId, ...dialog }: Props) {
  const [draft, setDraft] = useState(EMPTY_QUESTION)
  const name = STATUS_TEXT[statusId]
  return (
    <RunDialog
      {...dialog}
      title={`Set status to ${name}`}
      action={toAction(statusId, draft)}
      already={name}
      focus="start"
    >
      {statusId === STATUS.needMoreInfo && (
        <fieldset className={classes.question}>
          <legend>What is missing?</legend>
          <QuestionFields
            points={[]}
            draft={draft}
            problem={questionProblem(draft)}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
        </fieldset>
      )}
    </RunDialog>
  )
}

/** Null while a question lacks its text. */
function toAction(statusId: StatusId, draft: QuestionDraft): RunAction | null {
  if (isEmptyQuestion(draft)) return { kind: 'status', statusId }
  if (questionProblem(draft) !== null) return null
  const { text, dueDay } = draft
  return { kind: 'status', statusId, question: { text: text.trim(), dueDay: dueDay === '' ? null : dueDay } }
}
