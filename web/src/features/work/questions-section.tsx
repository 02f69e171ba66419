import { listOwnQuestions, type OwnQuestion } from '@portal/contract/questions/questions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { PATHS } from '../../lib/paths.ts'
import { questionLine } from '../../lib/question-line.ts'
import { ANSWER_HASH, ownQuestionsQuery } from '../../lib/questions.queries.ts'
import { DueLine } from '../../ui/questions/due-line.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import classes from './my-work.module.css'
import { WorkEmpty, WorkSection } from './work-section.tsx'

/** The open questions that ask the person. Each leads to its answer. */
export function QuestionsSection() {
  const { data, error, isFetching, refetch } = useQuery(ownQuestionsQuery)
  return (
    <WorkSection title="Questions for you" total={data?.total}>
      {data && data.questions.length === 0 && <WorkEmpty>Nobody waits for your answer.</WorkEmpty>}
      {data && data.questions.length > 0 && (
        <ul className={classes.rows}>
          {data.questions.map((question) => (
            <QuestionRow key={question.Number} question={question} />
          ))}
        </ul>
      )}
      {!data && error && !isFetching && (
        <LoadFailed text={failureText(error, listOwnQuestions.fallback)} onRetry={() => void refetch()} />
      )}
    </WorkSection>
  )
}

function QuestionRow({ question }: { readonly question: OwnQuestion }) {
  const { FileID, FileName, CountyName, AskedBy } = question
  const about = [`file ${FileID}`, CountyName, `asked by ${AskedBy}`]
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Link to={`${PATHS.documents}?view=${FileID}${ANSWER_HASH}`}>
          <bdi>{FileName}</bdi>
        </Link>
        <DueLine dueDay={question.DueDay} />
        <div className={classes.detail}>{questionLine(question)}</div>
        <div className={classes.detail}>{about.filter(Boolean).join(' · ')}</div>
      </div>
    </li>
  )
}
