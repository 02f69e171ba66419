import { downloadUpload, type ListedUpload, type Upload } from '@portal/contract/files/files.ts'
import {
  IconEdit,
  IconExternalLink,
  IconExternalLinkOff,
  IconLayoutSidebarRight,
  IconTrash,
} from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { apiUrl } from '../../lib/api-base.ts'
import { NOTHING } from '../../lib/format.ts'
import { BLOCKED_REASONS, type BlockedFile } from '../../lib/blocked-files.queries.ts'
import { CheckBadge } from '../../ui/check-badge.tsx'
import { DescriptionExcerpt } from '../../ui/description-excerpt.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { useRowControl } from '../../ui/row-controls.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import lines from './file-lines.module.css'
import classes from './files.module.css'
import { HitLine } from './hit-line.tsx'

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
  const rowControl = useRowControl()
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
      {...rowControl}
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

type DescriptionProps = {
  readonly document: ListedUpload
  /** What the person searched for; empty without a search. */
  readonly search: string
  readonly unopenable: BlockedFile | undefined
  /** Whether another column has the file name. */
  readonly isNamed: boolean
  /** In a folded row, the width that is taken at its end. */
  readonly endWidth: string | null
  readonly onPreview: (fileId: number) => void
}

/** The file name above the description, which a mark precedes if the document is blocked or corrected; below them the hit of a search. */
export function DescriptionCell({
  document,
  search,
  unopenable,
  isNamed,
  endWidth,
  onPreview,
}: DescriptionProps) {
  const { FileID, FileName, Description, CorrectedBy } = document
  return (
    <span className={classes.file} style={{ '--end': endWidth } as CSSProperties}>
      {!isNamed && (
        <span className={`${classes.name} ${lines.name}`} title={FileName}>
          <bdi>{FileName || NOTHING}</bdi>
        </span>
      )}
      <span className={`${classes.about} ${lines.about}`}>
        {unopenable !== undefined && <CheckBadge isShort look={unopenable} />}
        {CorrectedBy !== undefined && <CorrectedMark newer={CorrectedBy} onPreview={onPreview} />}
        <DescriptionExcerpt fileId={FileID} description={Description} />
      </span>
      {search !== '' && (
        <span className={lines.hit}>
          <HitLine document={document} search={search} />
        </span>
      )}
    </span>
  )
}

/** Says that another document corrects this one, and shows that one beside the list. */
function CorrectedMark({
  newer,
  onPreview,
}: { readonly newer: number } & Pick<DescriptionProps, 'onPreview'>) {
  const rowControl = useRowControl()
  return (
    <button
      type="button"
      className={classes.corrected}
      {...rowControl}
      title={`Corrected by file ${newer}`}
      onClick={() => onPreview(newer)}
    >
      Corrected<span className="for-screen-readers"> by file {newer}</span>
    </button>
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
