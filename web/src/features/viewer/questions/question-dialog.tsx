import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  EMPTY_QUESTION,
  isEmptyQuestion,
  questionProblem,
  type QuestionDraft,
} from '../../../lib/question-draft.ts'
import { questionPointsQuery } from '../../../lib/questions.queries.ts'
import { DialogForm, FormDialog } from '../../../ui/form-dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PersonCombobox } from '../../../ui/person-combobox.tsx'
import { QuestionFields } from '../../../ui/questions/question-fields.tsx'

type Props = {
  readonly fileId: number
  /** Saves the status, with the question unless it is empty. */
  readonly onSave: (draft: QuestionDraft) => void
  readonly onClose: () => void
}

const UNSAVED = { title: 'Close without saving?', question: 'Your question would be lost.' } as const

/** Asks what is missing before a document gets the status Needs More Info. The question may stay empty. */
export function QuestionDialog({ fileId, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(EMPTY_QUESTION)
  const [wasTried, setWasTried] = useState(false)
  const { data: points = [], isPending } = useQuery(questionPointsQuery(fileId))
  const problem = questionProblem(draft)
  const change = (changed: Partial<QuestionDraft>) => setDraft((before) => ({ ...before, ...changed }))
  const save = () => {
    setWasTried(true)
    if (problem === null) onSave(draft)
  }
  return (
    <FormDialog
      // Opened anew once the points are there, so that the focus starts in the form.
      key={isPending ? 'loading' : 'form'}
      title="What is missing?"
      width={520}
      question={isEmptyQuestion(draft) ? null : UNSAVED}
      onClose={onClose}
    >
      {(close) =>
        // The points would move the fields if they came later.
        isPending ? (
          <Loading>Loading...</Loading>
        ) : (
          <DialogForm
            failure={null}
            isBusy={false}
            submit="Set Needs More Info"
            onSubmit={save}
            onCancel={close}
          >
            <QuestionFields
              isFirst
              points={points}
              draft={draft}
              onChange={change}
              problem={wasTried ? problem : null}
            />
            <PersonCombobox
              label="Ask another person"
              fileId={fileId}
              onChoose={({ ID }) => change({ personId: ID })}
              onText={() => change({ personId: null })}
            />
          </DialogForm>
        )
      }
    </FormDialog>
  )
}
