import { viewOwnerAttachment } from '@portal/contract/owners/owners.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType, type Key } from 'react'
import { apiUrl } from '../../lib/api-base.ts'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { NOTHING } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useRowControl } from '../../ui/row-controls.ts'
import { focusRow } from '../../ui/focus-row.ts'
import { attachmentsQuery, type OwnerKey } from './owners.queries.ts'
import type { Attachment } from './owners.wire.ts'
import classes from './owners.module.css'

const NO_MARKS: readonly string[] = []

type Props = {
  readonly ownerName: string
  readonly owner: OwnerKey
  readonly documentPanel: ComponentType<DocumentPanelProps>
  readonly onClose: () => void
}

/** The documents linked to an owner in the shown year. */
export function AttachmentsDialog({ ownerName, owner, documentPanel: DocumentPanel, onClose }: Props) {
  const { data, isFetching, isError, refetch } = useQuery(attachmentsQuery(owner))
  const viewed = useViewedAttachment(data)
  return (
    <Dialog opened title="Attachments" width={720} onClose={onClose}>
      <p className={classes.owner}>
        {ownerName} · {owner.appraisalYear}
      </p>
      {isError && !isFetching && <LoadFailed onRetry={() => void refetch()} />}
      {data === undefined && isFetching && <Loading>Loading data...</Loading>}
      {data?.length === 0 && <EmptyState>No attachments found.</EmptyState>}
      {data && data.length > 0 && (
        <DataTable
          caption={`Attachments of ${ownerName}`}
          columns={columnsOf(owner)}
          rows={data}
          keyOf={keyOf}
          isCurrent={({ FileID }) => FileID !== null && FileID === viewed.fileId}
          onRowClick={({ FileID }) => viewed.open(FileID)}
          nameOf={({ NAME }) => NAME}
        />
      )}
      {viewed.fileId !== null && (
        <DocumentPanel
          isAboveDialog
          fileId={viewed.fileId}
          marks={NO_MARKS}
          previous={viewed.previous}
          next={viewed.next}
          onGo={viewed.open}
          onEdit={null}
          onRestore={null}
          onChanged={() => void refetch()}
          onClose={viewed.close}
        />
      )}
    </Dialog>
  )
}

/** The attachment in the panel, and its neighbors in the list. */
function useViewedAttachment(rows: readonly Attachment[] = []) {
  const [fileId, setFileId] = useState<number | null>(null)
  const at = rows.findIndex(({ FileID }) => FileID === fileId)
  return {
    fileId,
    previous: rows[at - 1]?.FileID ?? null,
    next: at === -1 ? null : (rows[at + 1]?.FileID ?? null),
    open: setFileId,
    close: () => {
      setFileId(null)
      focusRow([fileId], null)
    },
  }
}

function keyOf({ FileID, NAME }: Attachment): Key {
  return FileID ?? NAME
}

function columnsOf(owner: OwnerKey): readonly Column<Attachment>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ NAME }) => <bdi className={`${classes.attachmentText} ${classes.attachmentName}`}>{NAME}</bdi>,
    },
    {
      id: 'description',
      header: 'Description',
      cell: ({ Description }) => <span className={classes.attachmentText}>{Description || NOTHING}</span>,
    },
    {
      id: 'view',
      header: 'View',
      align: 'center',
      cell: ({ NAME }) => <ViewLink owner={owner} name={NAME} />,
    },
  ]
}

function ViewLink({ owner, name }: { readonly owner: OwnerKey; readonly name: string }) {
  const rowControl = useRowControl()
  return (
    <a
      className={buttonClass('plain')}
      href={apiUrl(viewOwnerAttachment, { query: { ...owner, name } })}
      target="_blank"
      rel="noopener"
      aria-label={`View ${name} (opens in a new tab)`}
      {...rowControl}
    >
      <IconExternalLink aria-hidden size={16} stroke={1.8} />
      View
    </a>
  )
}
