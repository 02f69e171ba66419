import { STILL_BEING_CHECKED } from '@portal/contract/files/document-errors.ts'
import { previewMail } from '@portal/contract/ingestion/mail-preview.ts'
import {
  PAGE_UNREADABLE,
  previewUpload,
  type Attachment,
  type UnreadableReason,
} from '@portal/contract/viewer/viewer.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failedBy, failureText } from '../../lib/failure-text.ts'
import { formatBytes } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { BlocksView } from './blocks/blocks-view.tsx'
import classes from './document-panel.module.css'
import { PagesView } from './pages/pages-view.tsx'
import { previewQuery, type Target } from './viewer.queries.ts'

type Props = {
  readonly target: Target
  readonly name: string
  readonly marks: readonly string[]
  /** What the screen shows beside an e-mail, so that its preview leaves it out. */
  readonly beside?: BesideMail
}

export type BesideMail = {
  readonly attachments: readonly Attachment[]
  /** The names of fields of its head. */
  readonly fields: readonly string[]
}

const REASONS: Readonly<Record<UnreadableReason, string>> = {
  damaged: 'This file is damaged and cannot be shown.',
  password: 'This file needs a password, so it cannot be shown.',
  'too-large': 'This file is too large to be shown.',
  'took-too-long': 'This file takes too long to be shown.',
  'out-of-memory': 'This file needs too much memory to be shown.',
}

/** What a document or an attachment shows. */
export function PreviewBody(props: Props) {
  const { data, error, refetch } = useQuery(previewQuery(props.target))
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  if (error) {
    return <LoadFailed text={problemText(props.target, error)} onRetry={() => void refetch()} />
  }
  if (!data) return <Loading>Loading the preview...</Loading>
  if (attachment) {
    return <OpenAttachment {...props} attachment={attachment} onClose={() => setAttachment(null)} />
  }
  if (data.kind === 'pages') return <PagesView {...props} preview={data} />
  if (data.kind === 'blocks') {
    const attachments = data.attachments.filter((each) => !props.beside?.attachments.includes(each))
    return (
      <>
        {attachments.length > 0 && <Attachments all={attachments} onOpen={setAttachment} />}
        <BlocksView {...props} sheets={data.sheets} without={props.beside?.fields} />
      </>
    )
  }
  const why = data.reason === null ? NO_PREVIEW : REASONS[data.reason]
  return <EmptyState>{'mailId' in props.target ? why : `${why} You can open the original.`}</EmptyState>
}

/** An e-mail that waits has no original to open. */
function problemText(target: Target, error: unknown): string {
  if ('fileId' in target) return failureText(error, previewUpload.fallback)
  if (failedBy(error, STILL_BEING_CHECKED)) return NOT_CHECKED
  if (failedBy(error, PAGE_UNREADABLE)) return NOT_OF_ITS_TYPE
  return failureText(error, previewMail.fallback)
}

const NO_PREVIEW = 'This file has no preview.'
const NOT_CHECKED = 'This e-mail is not checked for viruses yet. Please try again in a minute.'
const NOT_OF_ITS_TYPE = 'This file cannot be shown. It is damaged, or not of the type that its name says.'

type AttachmentsProps = {
  readonly all: readonly Attachment[]
  readonly onOpen: (attachment: Attachment) => void
}

/** The attachments of an e-mail; those of an accepted type open in the panel. */
function Attachments({ all, onOpen }: AttachmentsProps) {
  return (
    <ul aria-label="Attachments" className={classes.attachments}>
      {all.map((attachment) => (
        <li key={attachment.Number}>
          <IconPaperclip aria-hidden size={16} />
          {attachment.IsViewable ? (
            <Button look="quiet" onClick={() => onOpen(attachment)}>
              <bdi>{attachment.FileName}</bdi>
            </Button>
          ) : (
            <bdi>{attachment.FileName}</bdi>
          )}
          <span className={classes.dim}>{formatBytes(attachment.Bytes)}</span>
        </li>
      ))}
    </ul>
  )
}

type OpenProps = Pick<Props, 'target' | 'marks'> & {
  readonly attachment: Attachment
  readonly onClose: () => void
}

/** An attachment, and the way back to its e-mail. */
export function OpenAttachment({ target, marks, attachment, onClose }: OpenProps) {
  return (
    <>
      <p className={classes.back}>
        <Button look="quiet" onClick={onClose}>
          Back to the e-mail
        </Button>
        <bdi>{attachment.FileName}</bdi>
      </p>
      {attachment.IsViewable ? (
        <PreviewBody
          key={attachment.Number}
          target={{ ...target, attachment: attachment.Number }}
          name={attachment.FileName}
          marks={marks}
        />
      ) : (
        <EmptyState>{NO_PREVIEW}</EmptyState>
      )}
    </>
  )
}
