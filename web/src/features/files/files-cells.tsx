import { downloadUpload, type Upload } from '@portal/contract/files.ts'
import { IconEdit, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { apiUrl } from '../../lib/api-base.ts'
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
      <StatusBadge statusId={document.StatusID} text={document.Status} />
      {onEdit && (
        <IconButton aria-label={`Edit file ${document.FileID}`} onClick={() => onEdit(document)}>
          <IconEdit aria-hidden size={17} stroke={1.8} />
        </IconButton>
      )}
    </span>
  )
}

/** Opens the document in a tab of its own. */
export function ViewLink({ document }: Props) {
  return (
    <a
      className={iconButtonClass}
      href={apiUrl(downloadUpload, { params: { fileId: document.FileID } })}
      target="_blank"
      rel="noopener"
      title={document.FileName}
      aria-label={`View file ${document.FileID}, ${document.FileName} (opens in a new tab)`}
    >
      <IconExternalLink aria-hidden size={17} stroke={1.8} />
    </a>
  )
}

export function DeleteButton({
  document,
  onDelete,
}: Props & { readonly onDelete: (document: Upload) => void }) {
  return (
    <IconButton isDanger aria-label={`Delete file ${document.FileID}`} onClick={() => onDelete(document)}>
      <IconTrash aria-hidden size={17} stroke={1.8} />
    </IconButton>
  )
}
