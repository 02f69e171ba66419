import { STATUS } from '@portal/contract/files/status.ts'
import { askQuestion } from '@portal/contract/questions/questions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../../lib/failure-text.ts'
import {
  EMPTY_QUESTION,
  isEmptyQuestion,
  questionOf,
  questionProblem,
  unmailedText,
  type QuestionDraft,
} from '../../../lib/question-draft.ts'
import { questionPointsQuery, sendQuestion } from '../../../lib/questions.queries.ts'

type Options = {
  readonly fileId: number
  /** The status as saved, and as chosen. */
  readonly saved: number
  readonly chosen: number
}

/** What the dialog asks when *Needs More Info* is chosen. It is sent after the save of the status, unless it is empty. */
export function useQuestion({ fileId, saved, chosen }: Options) {
  const [draft, setDraft] = useState(EMPTY_QUESTION)
  const [wasTried, setWasTried] = useState(false)
  const { data: points = [] } = useQuery(questionPointsQuery(fileId))
  const isEmpty = isEmptyQuestion(draft)
  const isShown = chosen === STATUS.needMoreInfo && (saved !== STATUS.needMoreInfo || !isEmpty)
  const problem = isShown ? questionProblem(draft) : null
  return {
    draft,
    points,
    isShown,
    isUnsaved: isShown && !isEmpty,
    problem: wasTried ? problem : null,
    change: (changed: Partial<QuestionDraft>) => setDraft((before) => ({ ...before, ...changed })),
    /** Whether it can be sent; if not, the field says why. */
    check: () => {
      setWasTried(problem !== null)
      return problem === null
    },
    /** Sends it. Returns what the person must know: a failure, or that nobody gets the e-mail. */
    send: async (): Promise<QuestionOutcome> => {
      try {
        const { result } = await sendQuestion({ fileId, version: null }, questionOf(draft))
        setDraft(EMPTY_QUESTION)
        const text = result.isMailed ? 'Question sent.' : unmailedText(result.question.Person)
        return { isSent: true, text }
      } catch (failure) {
        return { isSent: false, text: failureText(failure, askQuestion.fallback) }
      }
    },
  }
}

export type EditQuestion = ReturnType<typeof useQuestion>
type QuestionOutcome = { readonly isSent: boolean; readonly text: string }
