import { viewOwnerAttachment, type OwnerAttachment } from '@portal/contract/owners/owners.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { apiUrl } from '../../lib/api-base.ts'
import { NOTHING } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { attachmentsQuery, type OwnerKey } from './owners.queries.ts'
import classes from './owners.module.css'

type Props = { readonly ownerName: string; readonly owner: OwnerKey; readonly onClose: () => void }

/** The documents linked to an owner in the shown year. */
export function AttachmentsDialog({ ownerName, owner, onClose }: Props) {
  const { data, isFetching, isError, refetch } = useQuery(attachmentsQuery(owner))
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
          keyOf={({ NAME }) => NAME}
        />
      )}
    </Dialog>
  )
}

function columnsOf(owner: OwnerKey): readonly Column<OwnerAttachment>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ NAME }) => <bdi className={classes.attachmentText}>{NAME}</bdi>,
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
      cell: ({ NAME }) => (
        <a
          className={buttonClass('plain')}
          href={apiUrl(viewOwnerAttachment, { query: { ...owner, name: NAME } })}
          target="_blank"
          rel="noopener"
          aria-label={`View ${NAME} (opens in a new tab)`}
        >
          <IconExternalLink aria-hidden size={16} stroke={1.8} />
          View
        </a>
      ),
    },
  ]
}
