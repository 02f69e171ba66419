import { getDocumentFacts, type DocumentFacts } from '@portal/contract/viewer/viewer.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { failureText } from '../../lib/failure-text.ts'
import { formatBytes, formatDateTime, NOTHING } from '../../lib/format.ts'
import { categoriesQuery, typesQuery } from '../../lib/lookups.queries.ts'
import { PATHS } from '../../lib/paths.ts'
import { pathOfReceipt, receiptsOfFileQuery } from '../../lib/receipts.queries.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import type { AssigneeOfFile } from '../../lib/use-assignee.ts'
import { AssigneeLine } from '../../ui/assignee-line.tsx'
import { CorrectionsLine } from '../../ui/corrections/corrections-line.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { NamedOwner } from '../../ui/named-owner.tsx'
import classes from './document-panel.module.css'
import { LastAnswerFact, OpenQuestionFact } from './questions/question-facts.tsx'
import { TAKE_KEY } from './use-panel-acts.ts'
import type { NamedOwnerActs } from './use-named-owner.ts'

type Props = {
  readonly facts: Pick<UseQueryResult<DocumentFacts>, 'data' | 'error' | 'refetch'>
  /** What the user may do with the owner that the sender named; null if nothing. */
  readonly namedOwner: NamedOwnerActs | null
  readonly work: AssigneeOfFile
  readonly pageCount: number
  readonly onWithdrawn: (fileId: number) => void
}

/** What the portal knows of the document, and where more of it is. */
export function DocumentFactsList({
  facts: { data, error, refetch },
  namedOwner,
  work,
  pageCount,
  onWithdrawn,
}: Props) {
  const { timeZone } = useConfig()
  if (error) {
    return <LoadFailed text={failureText(error, getDocumentFacts.fallback)} onRetry={() => void refetch()} />
  }
  if (!data) return <Loading>Loading the details...</Loading>
  const question = data.OpenQuestion && (
    <Fact name="Question">
      <OpenQuestionFact
        key={data.OpenQuestion.Number}
        facts={data}
        question={data.OpenQuestion}
        onWithdrawn={onWithdrawn}
      />
    </Fact>
  )
  return (
    <dl className={classes.facts}>
      {/* Whoever may answer sees the question and *Answer* first (R26.33). */}
      {data.OpenQuestion?.MayAnswer && question}
      <Fact name="Status">
        <StatusBadge statusId={data.StatusID} text={data.Status || NOTHING} />
      </Fact>
      {!data.OpenQuestion?.MayAnswer && question}
      {data.LastAnswered && (
        <Fact name="Answer">
          <LastAnswerFact question={data.LastAnswered} />
        </Fact>
      )}
      <Fact name="Type">
        <CategoryAndType facts={data} />
      </Fact>
      <Fact name="Owner">
        {(data.Owners.length > 0 || !data.NamedOwner) && <Parties parties={data.Owners} />}
        {data.NamedOwner && <NamedOwner owner={data.NamedOwner} acts={namedOwner} linkKey="l" />}
      </Fact>
      <Fact name="Agent">
        <Parties parties={data.Agents} />
      </Fact>
      <Fact name="Assigned to">
        <AssigneeLine
          key={data.FileID}
          fileId={data.FileID}
          work={work}
          isFixed={data.InBin}
          takeKey={TAKE_KEY}
        />
      </Fact>
      <Fact name="Correction">
        <CorrectionsLine key={data.FileID} fileId={data.FileID} isFixed={data.InBin} />
      </Fact>
      {data.Description !== '' && <Fact name="Description">{data.Description}</Fact>}
      <Fact name="Received">
        {formatDateTime(data.UploadDate, timeZone)} from <bdi>{data.UploadedBy}</bdi>
      </Fact>
      <Fact name="County">{data.CountyName ?? NOTHING}</Fact>
      <Fact name="File">
        {[
          `File ${data.FileID}`,
          ...(pageCount > 0 ? [pageText(pageCount)] : []),
          formatBytes(data.Bytes),
        ].join(' · ')}
      </Fact>
      {data.PartlyRead && (
        <Fact name="Text">
          Only {data.PartlyRead.Read} of {data.PartlyRead.Pages} pages could be read. A search doesn’t find
          the others.
        </Fact>
      )}
      <Fact name="Receipt">
        <Receipts fileId={data.FileID} timeZone={timeZone} />
      </Fact>
      <ActivityFact fileId={data.FileID} />
    </dl>
  )
}

type LineProps = {
  readonly fileId: number
  readonly facts: Pick<DocumentFacts, 'CountyName' | 'UploadDate'> | undefined
  /** 0 until it is known, and for documents without pages. */
  readonly pageCount: number
}

/** Below the name of a document: its number, county, date and pages, in one line from the start (R16.29). */
export function FactsLine({ fileId, facts, pageCount }: LineProps) {
  const { timeZone } = useConfig()
  const text = [
    `File ${fileId}`,
    facts?.CountyName,
    facts && `received ${formatDateTime(facts.UploadDate, timeZone)}`,
    pageCount > 0 && pageText(pageCount),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <p className={classes.factsLine} title={text}>
      {text}
    </p>
  )
}

/** `1 page`, `12 pages`. */
function pageText(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CategoryAndType({ facts: { CategoryID, TypeID } }: { readonly facts: DocumentFacts }) {
  const categories = useQuery(categoriesQuery)
  const types = useQuery(typesQuery)
  return (
    [nameIn(categories.data, CategoryID), nameIn(types.data, TypeID)].filter(Boolean).join(' · ') || NOTHING
  )
}

function nameIn(
  rows: readonly { readonly ID: number; readonly Name: string }[] | undefined,
  id: number,
): string | undefined {
  return rows?.find(({ ID }) => ID === id)?.Name
}

function Parties({ parties }: { readonly parties: DocumentFacts['Owners'] }) {
  if (parties.length === 0) return NOTHING
  return (
    <ul className={classes.parties}>
      {parties.map(({ Name, Number: number, Relation }) => (
        <li key={`${number} ${Relation}`}>
          <bdi>{Name}</bdi>{' '}
          <span className={classes.dim}>{[number, Relation].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  )
}

function Receipts({ fileId, timeZone }: { readonly fileId: number; readonly timeZone: string }) {
  const { data } = useQuery(receiptsOfFileQuery(fileId))
  if (!data || data.length === 0) return NOTHING
  return (
    <ul className={classes.parties}>
      {data.map(({ Number: number, MadeAt }) => (
        <li key={number}>
          <Link to={pathOfReceipt(number)}>{number}</Link>{' '}
          <span className={classes.dim}>{formatDateTime(MadeAt, timeZone)}</span>
        </li>
      ))}
    </ul>
  )
}

function ActivityFact({ fileId }: { readonly fileId: number }) {
  if (!may(useSession(), 'audit.read')) return null
  const search = new URLSearchParams({ file: String(fileId) }).toString()
  return (
    <Fact name="Activity">
      <Link to={{ pathname: PATHS.history, search }}>Activity of this file</Link>
    </Fact>
  )
}
