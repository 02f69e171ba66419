import type { VirusCheck } from '@portal/contract/files/virus-checks.ts'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { CheckBadge } from '../../ui/check-badge.tsx'
import { cssWidth, type ColumnWidth } from '../../ui/column-width.ts'
import type { Column } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UserName } from '../../ui/user-name.tsx'
import { lookOf, nameOf } from './check-texts.ts'

export type CheckActions = {
  readonly onCheck: (file: VirusCheck) => void
  readonly onRemove: (file: VirusCheck) => void
}

type Options = CheckActions & {
  readonly timeZone: string
  /** Whether the preview takes the room of some columns. It shows what they say. */
  readonly isNarrow: boolean
}

const NOT_BESIDE: ReadonlySet<string> = new Set(['county', 'by', 'date'])

/** The file name column takes the remaining width. */
const WIDTHS: Readonly<Record<string, ColumnWidth>> = {
  id: [70, 0.02],
  date: [136, 0.02],
  state: [190, 0.02],
  finding: [170, 0.3],
  county: [78, 0.06],
  by: [110, 0.18],
  check: [70, 0.02],
  remove: [76, 0.02],
}

export function checkColumns({ isNarrow, ...options }: Options): readonly Column<VirusCheck>[] {
  const columns = [...aboutTheFile(options), ...actions(options)].filter(
    ({ id }) => !isNarrow || !NOT_BESIDE.has(id),
  )
  return columns.map((column) => {
    const known = WIDTHS[column.id]
    return known === undefined ? column : { ...column, width: cssWidth(known) }
  })
}

function aboutTheFile({ timeZone }: Pick<Options, 'timeZone'>): readonly Column<VirusCheck>[] {
  return [
    {
      id: 'id',
      header: 'File ID',
      cell: ({ FileID }) => FileID ?? NOTHING,
      isRowHeader: true,
      isNoWrap: true,
    },
    { id: 'state', header: 'Status', cell: (file) => <CheckBadge look={lookOf(file)} />, isNoWrap: true },
    {
      id: 'name',
      header: 'File name',
      cell: ({ FileName }) => <bdi>{FileName || NOTHING}</bdi>,
      title: ({ FileName }) => FileName,
    },
    {
      id: 'finding',
      header: 'Result',
      cell: ({ Finding }) => Finding || NOTHING,
      title: ({ Finding }) => Finding,
    },
    {
      id: 'county',
      header: 'County',
      cell: ({ CountyName }) => CountyName || NOTHING,
      title: ({ CountyName }) => CountyName ?? '',
    },
    {
      id: 'by',
      header: 'Uploaded by',
      cell: ({ UploadedBy }) => <UserName name={UploadedBy || NOTHING} />,
      title: ({ UploadedBy }) => UploadedBy,
    },
    {
      id: 'date',
      header: 'Date',
      cell: ({ UploadDate }) => (UploadDate ? formatDateTime(UploadDate, timeZone) : NOTHING),
      isNoWrap: true,
    },
  ]
}

function actions({ onCheck, onRemove }: CheckActions): readonly Column<VirusCheck>[] {
  return [
    {
      id: 'check',
      header: 'Check',
      cell: (file) =>
        file.FileID === null ? (
          NOTHING
        ) : (
          <IconButton
            title="Check again"
            aria-label={`Check ${nameOf(file)} again`}
            onClick={() => onCheck(file)}
          >
            <IconRefresh aria-hidden size={17} stroke={1.8} />
          </IconButton>
        ),
      align: 'center',
    },
    {
      id: 'remove',
      header: 'Remove',
      cell: (file) =>
        file.State === 'infected' || file.State === 'refused' ? (
          <IconButton
            isDanger
            title="Remove permanently"
            aria-label={`Remove ${nameOf(file)} permanently`}
            onClick={() => onRemove(file)}
          >
            <IconTrash aria-hidden size={17} stroke={1.8} />
          </IconButton>
        ) : (
          NOTHING
        ),
      align: 'center',
    },
  ]
}
