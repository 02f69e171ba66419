import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  asksSomething,
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
import classes from './questions.module.css'

type Props = {
  readonly fileId: number
  /** The address of the uploader, who is asked unless another person is chosen. */
  readonly uploader: string | undefined
  /** Saves the status, with the question unless it is empty. */
  readonly onSave: (draft: QuestionDraft) => void
  readonly onClose: () => void
}

const UNSAVED = { title: 'Close without saving?', question: 'Your question would be lost.' } as const

/** Asks what is missing before a document gets the status Needs More Info. The question may stay empty. */
export function QuestionDialog({ fileId, uploader, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(EMPTY_QUESTION)
  const [other, setOther] = useState<string | null>(null)
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
            submit={<SubmitLabel asks={asksSomething(draft)} />}
            onSubmit={save}
            onCancel={close}
          >
            <QuestionFields
              isFirst
              points={points}
              draft={draft}
              goesTo={other ?? uploader}
              onChange={change}
              problem={wasTried ? problem : null}
            />
            <PersonCombobox
              label="Ask another person"
              fileId={fileId}
              onChoose={({ ID, Email }) => {
                change({ personId: ID })
                setOther(Email)
              }}
              onText={() => {
                change({ personId: null })
                setOther(null)
              }}
            />
          </DialogForm>
        )
      }
    </FormDialog>
  )
}

/** Both labels have their place, so that the button keeps its width. */
function SubmitLabel({ asks }: { readonly asks: boolean }) {
  return (
    <span className={classes.labels}>
      <span data-off={asks || undefined}>Set Needs More Info</span>
      <span data-off={!asks || undefined}>Send the question</span>
    </span>
  )
}
