import { downloadUpload, type ListedUpload } from '@portal/contract/files/files.ts'
import { IconDotsVertical } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { apiUrl } from '../../lib/api-base.ts'
import { BLOCKED_REASONS } from '../../lib/blocked-files.queries.ts'
import { formatMoment, NOTHING } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useRowControl } from '../../ui/row-controls.ts'
import classes from './file-menu.module.css'
import type { ColumnOptions } from './column-options.ts'

type Props = { readonly document: ListedUpload; readonly options: ColumnOptions }

/** On a phone: one button of the row, which opens all facts and actions of the document. */
export function FileMenu({ document, options }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const rowControl = useRowControl()
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        {...rowControl}
        aria-label={`Actions for file ${document.FileID}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconDotsVertical aria-hidden size={20} />
      </button>
      <Dialog opened={isOpen} title={`File ${document.FileID}`} onClose={close}>
        <Actions document={document} options={options} onChosen={close} />
        <Facts document={document} options={options} />
      </Dialog>
    </>
  )
}

function Actions({ document, options, onChosen }: Props & { readonly onChosen: () => void }) {
  const { offers, unopenable, onPreview, onEdit, onDelete, onUnopenable } = options
  const blocked = unopenable.get(document.FileID)
  const newer = document.CorrectedBy
  const choose = (act: () => void) => () => {
    onChosen()
    act()
  }
  return (
    <ul className={classes.actions}>
      <Action onClick={choose(() => onPreview(document.FileID))}>Preview</Action>
      {blocked === undefined ? (
        <li>
          <a
            href={apiUrl(downloadUpload, { params: { fileId: document.FileID } })}
            target="_blank"
            rel="noopener"
            onClick={onChosen}
          >
            View in a new tab
          </a>
        </li>
      ) : (
        <Action onClick={choose(() => onUnopenable(BLOCKED_REASONS[blocked]))}>View in a new tab</Action>
      )}
      {newer !== undefined && (
        <Action onClick={choose(() => onPreview(newer))}>Preview the correction, file {newer}</Action>
      )}
      {offers.edit && <Action onClick={choose(() => onEdit(document))}>Edit</Action>}
      {offers.deletion && (
        <Action isDanger={offers.mayDelete(document)} onClick={choose(() => onDelete(document))}>
          Delete
        </Action>
      )}
    </ul>
  )
}

type ActionProps = {
  readonly isDanger?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Action({ isDanger = false, onClick, children }: ActionProps) {
  return (
    <li>
      <button type="button" data-danger={isDanger || undefined} onClick={onClick}>
        {children}
      </button>
    </li>
  )
}

/** The values of the row as a whole; the row itself has room for their beginnings. */
function Facts({ document, options: { lookups, timeZone } }: Props) {
  const { FileName, UploadDate, UploadedBy, CategoryID, TypeID, Description, CountyName, Status } = document
  const facts = [
    ['File name', FileName],
    ['Date', formatMoment(UploadDate, timeZone)],
    ['User', UploadedBy],
    ['Category', lookups.categoryNames.get(CategoryID)],
    ['Type', lookups.typeNames.get(TypeID)],
    ['Description', Description],
    ['County', CountyName],
    ['Status', Status],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value || NOTHING}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
