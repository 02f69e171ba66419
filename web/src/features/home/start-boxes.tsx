import { getStart } from '@portal/contract/start/start.ts'
import { useQuery } from '@tanstack/react-query'
import { may } from '../../lib/rights.ts'
import { useScope } from '../../lib/scope.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { QuestionsBox, UnfinishedBox, UploadsBox, type UnfinishedWork } from './clerk-boxes.tsx'
import { DeskBox, SystemBox, WaitingBox, type DeskLine } from './firm-boxes.tsx'
import { LatelyBox, PeopleBox } from './manager-boxes.tsx'
import { missingText } from './start-texts.ts'
import { startQuery, type StartPage } from './start.queries.ts'
import { CountiesBox, StatusBox } from './status-boxes.tsx'
import classes from './landing.module.css'

/** What other features know; undefined until it is known. */
type Props = {
  readonly unfinished: UnfinishedWork | undefined
  readonly views: readonly DeskLine[] | undefined
}

/** The boxes below the links. They appear together once all of them are known, so that no button moves. */
export function StartBoxes({ unfinished, views }: Props) {
  const { data, error, isPlaceholderData, refetch } = useQuery(startQuery(useScope()))
  const isKnown = data !== undefined && unfinished !== undefined && views !== undefined
  return (
    <section
      tabIndex={-1}
      aria-label="What waits, and where things stand"
      aria-busy={isPlaceholderData || undefined}
      className={classes.start}
    >
      {error !== null && data === undefined && (
        <LoadFailed text={getStart.fallback} onRetry={() => void refetch()} />
      )}
      {isKnown && (
        <>
          <Missing page={data} onRetry={() => void refetch()} />
          <Boxes page={data} unfinished={unfinished} views={views} />
        </>
      )}
    </section>
  )
}

function Missing({ page, onRetry }: { readonly page: StartPage; readonly onRetry: () => void }) {
  const text = missingText(page)
  if (text === null) return null
  return (
    <div className={classes.missing}>
      <output>{text}</output> <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

type BoxesProps = {
  readonly page: StartPage
  readonly unfinished: UnfinishedWork
  readonly views: readonly DeskLine[]
}

/** On a phone: what needs the person, then the side, then the rest. */
function Boxes({ page, unfinished, views }: BoxesProps) {
  const { byStatus, needsAnswer, uploads, people, lately, desk, waiting, system, appraisalYear: year } = page
  const session = useSession()
  const showsCounties = may(session, 'people.manage') || may(session, 'documents.edit')
  const status = byStatus && !showsCounties && <StatusBox year={year} part={byStatus} />
  const isReader = !may(session, 'documents.add')
  return (
    <div className={classes.boxes}>
      <div className={classes.first}>
        {desk && <DeskBox part={desk} views={views} />}
        {needsAnswer && <QuestionsBox part={needsAnswer} />}
        {uploads && <UploadsBox part={uploads} />}
        {!showsCounties && <UnfinishedBox work={unfinished} />}
        {isReader && status}
      </div>
      <div className={classes.side}>
        {waiting && <WaitingBox part={waiting} />}
        {system && <SystemBox part={system} />}
        {people && <PeopleBox part={people} />}
        {!isReader && status}
        {lately && <LatelyBox part={lately} />}
      </div>
      <div className={classes.rest}>
        {byStatus && showsCounties && <CountiesBox year={year} part={byStatus} />}
        {showsCounties && <UnfinishedBox work={unfinished} />}
      </div>
    </div>
  )
}
