import { ACCEPTED_EXTENSIONS } from '@portal/contract/limits.ts'
import type { OpenQuestion } from '@portal/contract/questions/open-question.ts'
import { MAX_ANSWER_FILES } from '@portal/contract/questions/question-text.ts'
import { ANSWER_EMPTY } from '@portal/contract/questions/questions.ts'
import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useState } from 'react'
import { may } from '../../../lib/rights.ts'
import { useSession } from '../../../lib/session.ts'
import { submitByKey } from '../../../lib/submit-key.ts'
import { DialogForm, FormDialog } from '../../../ui/form-dialog.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { QuestionText } from './question-text.tsx'
import { useAnswer } from './use-answer.ts'

type Props = {
  readonly facts: DocumentFacts
  readonly question: OpenQuestion
  readonly onClose: () => void
}

const UNSAVED = { title: 'Close without sending?', question: 'Your answer would be lost.' } as const
const ACCEPT = ACCEPTED_EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** The answer to a question: a text, files, or both. */
export function AnswerDialog({ facts, question, onClose }: Props) {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [wasTried, setWasTried] = useState(false)
  const mayUpload = may(useSession(), 'documents.add')
  const answer = useAnswer(facts, onClose)
  const isEmpty = text.trim() === '' && files.length === 0
  const send = () => {
    setWasTried(true)
    if (!isEmpty) answer.send({ number: question.Number, text, files })
  }
  return (
    <FormDialog
      title={`Answer the question about file ${facts.FileID}`}
      question={isEmpty && !answer.isBusy ? null : UNSAVED}
      onClose={onClose}
    >
      {(close) => (
        <DialogForm
          failure={answer.failure}
          isBusy={answer.isBusy}
          submit={answer.isBusy ? 'Sending...' : 'Send the answer'}
          onSubmit={send}
          onCancel={close}
        >
          <QuestionText isOpen question={question} />
          <FormField label="Answer" problem={wasTried && isEmpty ? ANSWER_EMPTY.sentence : null} isLive>
            {(control) => (
              <textarea
                {...control}
                rows={4}
                data-autofocus
                value={text}
                onKeyDown={submitByKey}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            )}
          </FormField>
          {mayUpload && (
            <FormField label="Files" hint={`At most ${MAX_ANSWER_FILES}. They are filed in the same county.`}>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  multiple
                  accept={ACCEPT}
                  onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
                />
              )}
            </FormField>
          )}
        </DialogForm>
      )}
    </FormDialog>
  )
}
