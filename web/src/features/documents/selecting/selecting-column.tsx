import type { ListedUpload } from '@portal/contract/files/files.ts'
import type { ComponentProps } from 'react'
import { useExtent, useIsOpen, useIsSelected, type Selection } from '../../../lib/selection/selection.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { useRowControl } from '../../../ui/row-controls.ts'
import classes from './selecting.module.css'

/** Pixels of a box beside the content of its cell. */
const BOX_PX = 28

const OTHER_FILTER = 'All files of another filter are selected. Clear the selection to select files here.'

type Options = {
  readonly selection: Selection
  readonly fileIds: readonly number[]
  /** Whether the headings are for screen readers only. */
  readonly isLined: boolean
}

/**
 * Boxes in the first column, below the box for the page. They have no column of their own, because the specification
 * names the columns.
 */
export function withBoxes(
  columns: readonly Column<ListedUpload>[],
  { selection, fileIds, isLined }: Options,
): readonly Column<ListedUpload>[] {
  return columns.map((column, at) =>
    at > 0
      ? column
      : {
          ...column,
          box: ({ FileID }) => <RowBox fileId={FileID} selection={selection} />,
          ...(!isLined && { headingBox: <PageBox selection={selection} fileIds={fileIds} /> }),
          ...(column.width !== undefined && { width: `calc(${column.width} + ${BOX_PX}px)` }),
        },
  )
}

function PageBox({ selection, fileIds }: Pick<Options, 'selection' | 'fileIds'>) {
  const extent = useExtent(selection, fileIds)
  const isOpen = useIsOpen(selection)
  return (
    <Box
      // The headings are one stop of the Tab key. Arrows reach it.
      tabIndex={-1}
      aria-label="Select all on this page"
      title={isOpen ? 'Select all on this page' : OTHER_FILTER}
      ref={(box) => {
        if (box) box.indeterminate = extent === 'some'
      }}
      checked={extent === 'all'}
      disabled={!isOpen}
      onChange={() => selection.change(fileIds, extent !== 'all')}
    />
  )
}

function RowBox({ fileId, selection }: { readonly fileId: number; readonly selection: Selection }) {
  const isSelected = useIsSelected(selection, fileId)
  const isOpen = useIsOpen(selection)
  return (
    <Box
      {...useRowControl()}
      aria-label={`Select file ${fileId}`}
      title={isOpen ? undefined : OTHER_FILTER}
      checked={isSelected}
      disabled={!isOpen}
      onChange={({ nativeEvent }) =>
        selection.toggle(fileId, { isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
      }
    />
  )
}

/** A box in a larger target. */
function Box({ title, ...box }: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={classes.target} title={title}>
      <input type="checkbox" className={classes.box} {...box} />
    </label>
  )
}
