import type { Question, StartFile } from '@portal/contract/start/start.ts'
import { IconFileUpload, IconMessageQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useConfig } from '../../lib/config.ts'
import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { PATHS } from '../../lib/paths.ts'
import { pathOfReceipt } from '../../lib/receipts.queries.ts'
import { useScope } from '../../lib/scope.ts'
import { seesSeveralCounties } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { DueLine } from '../../ui/questions/due-line.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Box, BoxEmpty, BoxRow, BoxRows } from './box.tsx'
import { questionLine } from '../../lib/question-line.ts'
import { ANSWER_HASH } from '../../lib/questions.queries.ts'
import { count, countOf, listPath } from './start-texts.ts'
import type { StartPart } from './start.queries.ts'
import classes from './box.module.css'

/** Documents that the firm needs more information about. */
export function QuestionsBox({ part: { total, files } }: { readonly part: StartPart<'needsAnswer'> }) {
  const county = useScope()
  const all = {
    to: listPath({ status: 4, county }),
    text: total === 1 ? 'Show it in the list' : `All ${count(total)}`,
  }
  return (
    <Box title="Needs your answer" count={total} {...(total > 0 && { link: all })}>
      {files.length === 0 && <BoxEmpty>Nothing needs your answer.</BoxEmpty>}
      <BoxRows>
        {files.map((file) => (
          <QuestionRow key={file.FileID} file={file} />
        ))}
      </BoxRows>
    </Box>
  )
}

function QuestionRow({ file }: { readonly file: Question }) {
  const { timeZone } = useConfig()
  const county = useScope()
  const path = listPath({ status: 4, county, view: file.FileID })
  const who = file.isOwn ? 'you' : file.UploadedBy
  return (
    <BoxRow
      icon={IconMessageQuestion}
      look="urgent"
      detail={`${useWhat(file)} · file ${file.FileID} · uploaded by ${who}, ${formatDateTime(file.UploadDate, timeZone)}`}
      action={
        file.OpenQuestion?.MayAnswer
          ? {
              to: `${path}${ANSWER_HASH}`,
              text: 'Answer',
              label: `Answer the question about file ${file.FileID}`,
            }
          : { to: path, text: 'Open', label: `Open file ${file.FileID}` }
      }
    >
      <strong>
        <bdi>{file.FileName}</bdi>
      </strong>
      {file.OpenQuestion && (
        <>
          <DueLine dueDay={file.OpenQuestion.DueDay} />
          <div className={classes.question}>{questionLine(file.OpenQuestion)}</div>
        </>
      )}
    </BoxRow>
  )
}

/** Category and type, with the county for a user with several. */
function useWhat({ Category, Type, CountyName }: StartFile): string {
  const isOfSeveral = seesSeveralCounties(useSession()) && CountyName !== null
  return `${Category} · ${Type}${isOfSeveral ? ` · ${CountyName}` : ''}`
}

type Upload = StartPart<'uploads'>[number]

/** The user's last uploads, as a table. */
export function UploadsBox({ part }: { readonly part: StartPart<'uploads'> }) {
  return (
    <Box title="Your last uploads" link={{ to: PATHS.receipts, text: 'Receipts' }}>
      {part.length === 0 ? (
        <BoxEmpty>You have not uploaded a file yet.</BoxEmpty>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col" className={classes.notOnPhone}>
                Received
              </th>
              <th scope="col">Status</th>
              <th scope="col" className={classes.notOnPhone}>
                Receipt
              </th>
            </tr>
          </thead>
          <tbody>
            {part.map((file) => (
              <UploadRow key={file.FileID} file={file} />
            ))}
          </tbody>
        </table>
      )}
    </Box>
  )
}

function UploadRow({ file }: { readonly file: Upload }) {
  const { timeZone } = useConfig()
  const { FileID, FileName, UploadDate, StatusID, Status, receipt } = file
  const received = formatDateTime(UploadDate, timeZone)
  return (
    <tr>
      <th scope="row">
        <Link to={listPath({ county: useScope(), view: FileID })}>
          <bdi>{FileName}</bdi>
        </Link>
        <div className={classes.detail}>
          {useWhat(file)} · file {FileID}
          <span className={classes.onPhone}>
            {` · ${received}`}
            {receipt !== null && (
              <>
                {' · '}
                <ReceiptLink receipt={receipt} />
              </>
            )}
          </span>
        </div>
      </th>
      <td className={`${classes.notOnPhone} ${classes.noWrap}`}>{received}</td>
      <td>
        <StatusBadge statusId={StatusID} text={Status} />
      </td>
      <td className={classes.notOnPhone}>{receipt === null ? NOTHING : <ReceiptLink receipt={receipt} />}</td>
    </tr>
  )
}

function ReceiptLink({ receipt }: { readonly receipt: string }) {
  return (
    <Link to={pathOfReceipt(receipt)} className={classes.noWrap}>
      {receipt}
    </Link>
  )
}

/** What the user has begun to upload: uploads that the server has a part of, and a batch that only this browser has. */
export type UnfinishedWork = {
  readonly uploads: { readonly path: string; readonly text: string } | null
  readonly batch: { readonly path: string; readonly files: number; readonly withoutType: number } | null
}

export function UnfinishedBox({ work: { uploads, batch } }: { readonly work: UnfinishedWork }) {
  if (uploads === null && batch === null) return null
  return (
    <Box title="Not finished">
      <BoxRows>
        {uploads && (
          <BoxRow icon={IconFileUpload} detail="They continue where they stopped.">
            <Link to={uploads.path} className={classes.workLink}>
              {uploads.text}
            </Link>
          </BoxRow>
        )}
        {batch && (
          <BoxRow
            icon={IconFileUpload}
            detail="Only this browser has it. Nothing of it has been sent."
            action={{ to: batch.path, text: 'Continue', label: 'Continue the batch' }}
          >
            <strong>A batch of {countOf(batch.files, 'file')}</strong> waits here
            {batch.withoutType > 0 && `: ${count(batch.withoutType)} without a type`}.
          </BoxRow>
        )}
      </BoxRows>
    </Box>
  )
}
