import type { ListedUpload } from '@portal/contract/files/files.ts'
import type { ComponentProps } from 'react'
import { useExtent, useIsOpen, useIsSelected, type Selection } from '../../../lib/selection/selection.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { useRowControl } from '../../../ui/row-controls.ts'
import classes from './selecting.module.css'

const WIDTH = '30px'

const OTHER_FILTER = 'All files of another filter are selected. Clear the selection to select files here.'

type Options = {
  readonly selection: Selection
  readonly fileIds: readonly number[]
  /** Whether the headings are for screen readers only. */
  readonly isLined: boolean
}

/** The boxes before the rows, below the box for the page. The column has no name, so it is none of the chosen ones. */
export function selectingColumn({ selection, fileIds, isLined }: Options): Column<ListedUpload> {
  return {
    id: 'select',
    header: '',
    heading: isLined ? null : <PageBox selection={selection} fileIds={fileIds} />,
    cell: ({ FileID }) => <RowBox fileId={FileID} selection={selection} />,
    width: WIDTH,
    isForScreen: true,
  }
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
