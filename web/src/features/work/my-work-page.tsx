import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { mentionsQuery } from '../../lib/notices.queries.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { ownQuestionsQuery } from '../../lib/questions.queries.ts'
import { Loading } from '../../ui/loading.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AssignedSection } from './assigned-section.tsx'
import classes from './my-work.module.css'
import { assignedQuery, rejectedQuery } from './my-work.queries.ts'
import { DecisionsSection, MentionsSection, RejectedSection } from './other-sections.tsx'
import { QuestionsSection } from './questions-section.tsx'

/** What waits for the person. The sections appear together, so that none moves another. */
export function MyWorkPage() {
  const isUploader = may(useSession(), 'documents.add')
  const isLoading = [
    useInfiniteQuery(assignedQuery),
    useQuery(mentionsQuery),
    useQuery(rejectedQuery),
    useQuery(ownQuestionsQuery),
  ].some(({ isPending }) => isPending)
  return (
    <>
      <PageHeading>My work</PageHeading>
      {isLoading ? (
        <Loading>Loading your work...</Loading>
      ) : (
        <div className={classes.sections}>
          <AssignedSection />
          <QuestionsSection />
          <MentionsSection />
          <DecisionsSection />
          {isUploader && <RejectedSection />}
        </div>
      )}
    </>
  )
}
