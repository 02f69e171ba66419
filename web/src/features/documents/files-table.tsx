import type { ListedUpload } from '@portal/contract/files/files.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useBlockedFiles } from '../../lib/blocked-files.queries.ts'
import { useConfig } from '../../lib/config.ts'
import type { Selection } from '../../lib/selection/selection.ts'
import { useMedia } from '../../lib/use-media.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useAssignees } from './columns/assignees.queries.ts'
import { useFirstOwners } from './columns/first-owners.queries.ts'
import type { Order } from './list-address.ts'
import type { ListColumns } from './columns/use-columns.ts'
import type { RowActions } from './column-options.ts'
import { filesColumns, leastWidth } from './files-columns.tsx'
import lines from './file-lines.module.css'
import folded from './folded-rows.module.css'
import classes from './files.module.css'
import { useOffers } from './offers.ts'
import type { ListLookups } from './use-files-screen.ts'

/** The preview is beside the list, and all columns would not fit. */
const NARROW_BESIDE = '(1200px <= width < 1800px)'

/** Too narrow for a column that shows a file name or the line of a hit. */
const FOLDED = '(1020px <= width < 1150px)'
const FOLDED_BESIDE = '(1200px <= width < 1440px)'

/** The rows are lines; the style sheet has the same. */
const LINED = '(width < 1020px)'

type TableProps = RowActions & {
  readonly files: readonly ListedUpload[]
  /** What the person searched for; empty without a search. */
  readonly search: string
  readonly lookups: ListLookups
  readonly columns: ListColumns
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly newFiles: ReadonlySet<number>
  readonly isStale: boolean
  /** Null for people who only read. */
  readonly selection: Selection | null
  /** The document in the panel. */
  readonly viewed: number | null
}

/** The rows, with a hint if some were just uploaded. */
export function FilesTable({ files, newFiles, isStale, viewed, ...shown }: TableProps) {
  const { timeZone } = useConfig()
  const offers = useOffers()
  const isNarrow = useMedia(NARROW_BESIDE) && viewed !== null
  const isLined = useMedia(LINED)
  const isFolded = useIsFolded({ hasHits: shown.search !== '', isBeside: viewed !== null, ...shown })
  const fileIds = files.map(({ FileID }) => FileID)
  const unopenable = useBlockedFiles(fileIds)
  const hasOwners = shown.columns.choices.some(({ id, isShown }) => id === 'owner' && isShown)
  const owners = useFirstOwners(hasOwners ? fileIds : [])
  const hasAssignees = shown.columns.choices.some(({ id, isShown }) => id === 'assignee' && isShown)
  const assignees = useAssignees(hasAssignees ? fileIds : [])
  const columns = filesColumns({
    offers,
    timeZone,
    fileIds,
    unopenable,
    owners,
    assignees,
    isNarrow,
    isLined,
    isFolded,
    ...shown,
  })
  return (
    <>
      {files.some(({ FileID }) => newFiles.has(FileID)) && (
        <p className={classes.newFiles}>What you have just uploaded is marked.</p>
      )}
      <DataTable
        caption="Documents"
        columns={columns}
        minWidth={leastWidth(columns, shown.columns)}
        rows={files}
        keyOf={({ FileID }) => FileID}
        isMarked={({ FileID }) => newFiles.has(FileID)}
        isStale={isStale}
        isCurrent={({ FileID }) => FileID === viewed}
        onRowClick={({ FileID }) => shown.onPreview(FileID)}
        nameOf={nameOf}
        narrow="lines"
        className={isFolded ? `${lines.lines} ${folded.folded}` : lines.lines}
        hasHits={shown.search !== ''}
      />
    </>
  )
}

type Fold = Pick<TableProps, 'columns'> & { readonly hasHits: boolean; readonly isBeside: boolean }

/** Columns that a person has chosen stay as they are. */
function useIsFolded({ columns, hasHits, isBeside }: Fold): boolean {
  const [isTight, isTightBeside] = [useMedia(FOLDED), useMedia(FOLDED_BESIDE)]
  return !columns.isChosen && ((hasHits && isTight) || (isBeside && isTightBeside))
}

/** The name of a row, which screen readers say as a row gets the focus. */
function nameOf({ FileID, FileName, Status }: ListedUpload): string {
  return [`File ${FileID}`, FileName, Status].filter(Boolean).join(', ')
}

/** The file ids passed in the state of a navigation from an upload; empty otherwise. */
function newFileIds(state: unknown): readonly number[] {
  const { newFileIds: ids } = Object(state) as { newFileIds?: unknown }
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
}

/** The documents just uploaded; they stay marked while the user turns pages. */
export function useNewFiles(): ReadonlySet<number> {
  const { state } = useLocation()
  const [ids] = useState(() => new Set(newFileIds(state)))
  return ids
}
