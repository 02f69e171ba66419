import { downloadUpload, type Upload } from '@portal/contract/files/files.ts'
import {
  IconEdit,
  IconExternalLink,
  IconExternalLinkOff,
  IconLayoutSidebarRight,
  IconTrash,
} from '@tabler/icons-react'
import { apiUrl } from '../../lib/api-base.ts'
import { NOTHING } from '../../lib/format.ts'
import { BLOCKED_REASONS, type BlockedFile } from '../../lib/blocked-files.queries.ts'
import { CheckBadge } from '../../ui/check-badge.tsx'
import { DescriptionExcerpt } from '../../ui/description-excerpt.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './files.module.css'

type Props = { readonly document: Upload }

/** The status, with the edit icon for those who may change it. */
export function StatusCell({
  document,
  onEdit,
}: Props & { readonly onEdit: ((document: Upload) => void) | null }) {
  return (
    <span className={classes.status}>
      <StatusBadge statusId={document.StatusID} text={document.Status || NOTHING} />
      {onEdit && (
        <IconButton title="Edit" aria-label={`Edit file ${document.FileID}`} onClick={() => onEdit(document)}>
          <IconEdit aria-hidden size={17} stroke={1.8} />
        </IconButton>
      )}
    </span>
  )
}

/** Shows the document beside the list. */
export function PreviewButton({
  document: { FileID, FileName },
  onPreview,
}: Props & { readonly onPreview: (fileId: number) => void }) {
  return (
    <IconButton
      data-preview
      title="Preview"
      aria-label={`Preview file ${FileID}, ${FileName || NOTHING}`}
      onClick={() => onPreview(FileID)}
    >
      <IconLayoutSidebarRight aria-hidden size={17} stroke={1.8} />
    </IconButton>
  )
}

/** Opens the document in a new tab; for a blocked file, reports the reason instead. */
export function ViewLink({
  document: { FileID, FileName },
  unopenable,
  onTold,
}: Props & { readonly unopenable: BlockedFile | undefined; readonly onTold: (why: string) => void }) {
  const name = FileName || NOTHING
  if (unopenable !== undefined) {
    const why = BLOCKED_REASONS[unopenable]
    return (
      <IconButton title={why} aria-label={`View file ${FileID}, ${name}: ${why}`} onClick={() => onTold(why)}>
        <IconExternalLinkOff aria-hidden size={17} stroke={1.8} />
      </IconButton>
    )
  }
  return (
    <a
      className={iconButtonClass}
      href={apiUrl(downloadUpload, { params: { fileId: FileID } })}
      target="_blank"
      rel="noopener"
      title={`View ${name}`}
      aria-label={`View file ${FileID}, ${name} (opens in a new tab)`}
    >
      <IconExternalLink aria-hidden size={17} stroke={1.8} />
    </a>
  )
}

/** The description, preceded by a badge if the document is blocked. */
export function DescriptionCell({
  document: { FileID, Description },
  unopenable,
}: Props & { readonly unopenable: BlockedFile | undefined }) {
  const excerpt = <DescriptionExcerpt fileId={FileID} description={Description} />
  if (unopenable === undefined) return excerpt
  return (
    <div className={classes.marked}>
      <CheckBadge isShort look={unopenable} />
      {excerpt}
    </div>
  )
}

const NOT_YOURS = 'Delete: only who uploaded it, or the firm, may delete it'

/** Dimmed, with a reason, for a document of another user; the server decides. */
export function DeleteButton({
  document,
  isAllowed,
  onDelete,
}: Props & { readonly isAllowed: boolean; readonly onDelete: (document: Upload) => void }) {
  return (
    <IconButton
      isDanger={isAllowed}
      isDim={!isAllowed}
      title={isAllowed ? 'Delete' : NOT_YOURS}
      aria-label={`Delete file ${document.FileID}`}
      onClick={() => onDelete(document)}
    >
      <IconTrash aria-hidden size={17} stroke={1.8} />
    </IconButton>
  )
}
