import type { OpenQuestion, Question } from '@portal/contract/questions/open-question.ts'
import { withdrawQuestion } from '@portal/contract/questions/questions.ts'
import type { DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'
import { ANSWER_HASH, sendWithdrawal } from '../../../lib/questions.queries.ts'
import { may } from '../../../lib/rights.ts'
import { useSession } from '../../../lib/session.ts'
import { UPLOADS_KEY } from '../../../lib/uploads-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { QuestionText } from './question-text.tsx'
import classes from './questions.module.css'

type Props = {
  readonly facts: DocumentFacts
  readonly question: OpenQuestion
  readonly onWithdrawn: (fileId: number) => void
}

/** The open question about a document, with what the user may do with it. */
export function OpenQuestionFact({ facts, question, onWithdrawn }: Props) {
  const { hash, key } = useLocation()
  const [isAnswering, setIsAnswering] = useState(false)
  const [followed, setFollowed] = useState<string | null>(null)
  const linkedBy = question.MayAnswer && hash === ANSWER_HASH ? key : null
  if (linkedBy !== null && followed !== linkedBy) {
    setFollowed(linkedBy)
    setIsAnswering(true)
  }
  const isEditor = may(useSession(), 'documents.edit')
  return (
    <>
      <QuestionText
        isOpen
        question={question}
        acts={
          !facts.InBin &&
          (question.MayAnswer || isEditor) && (
            <div className={classes.acts}>
              {question.MayAnswer && (
                <Button look="primary" onClick={() => setIsAnswering(true)}>
                  Answer
                </Button>
              )}
              {isEditor && <WithdrawButton fileId={facts.FileID} onWithdrawn={onWithdrawn} />}
            </div>
          )
        }
      />
      {isAnswering && (
        <AnswerDialog facts={facts} question={question} onClose={() => setIsAnswering(false)} />
      )}
    </>
  )
}

type WithdrawProps = { readonly fileId: number; readonly onWithdrawn: (fileId: number) => void }

function WithdrawButton({ fileId, onWithdrawn }: WithdrawProps) {
  const client = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: async (id: number) => sendWithdrawal(id),
    onSuccess: (_result, withdrawn) => onWithdrawn(withdrawn),
    onSettled: async () => client.invalidateQueries({ queryKey: UPLOADS_KEY }),
  })
  return (
    <>
      <Button
        look="quiet"
        aria-disabled={withdrawing.isPending}
        onClick={() => !withdrawing.isPending && withdrawing.mutate(fileId)}
      >
        Withdraw the question
      </Button>
      {withdrawing.error && (
        <Notice tone="error">{failureText(withdrawing.error, withdrawQuestion.fallback)}</Notice>
      )}
    </>
  )
}

/** The last question that was answered, with its answer. */
export function LastAnswerFact({ question }: { readonly question: Question }) {
  const { timeZone } = useConfig()
  const { Answer } = question
  if (!Answer) return null
  return (
    <>
      <QuestionText isOpen={false} question={question} />
      <div className={classes.question}>
        <p className={classes.dim}>
          <bdi>{Answer.By}</bdi> answered, {formatDateTime(Answer.At, timeZone)}
        </p>
        {Answer.Text !== '' && <p className={classes.text}>{Answer.Text}</p>}
        {Answer.Files.length > 0 && (
          <ul>
            {Answer.Files.map(({ FileID, FileName }) => (
              <li key={FileID}>
                <Link to={`${PATHS.documents}?view=${FileID}`}>
                  <bdi>{FileName}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
