import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import classes from './recycle-bin.module.css'
import type { BulkSelection } from './use-bulk-selection.ts'

type Props = { readonly bulk: BulkSelection; readonly shown: number }

/** The button of the Bulk Delete mode and, in the mode, the controls to select, restore and delete. */
export function BulkSelectionBar({ bulk, shown }: Props) {
  const { isOn, isDeleting, turn } = bulk
  const toggle = useRef<HTMLButtonElement>(null)

  const cancel = () => {
    turn(false)
    toggle.current?.focus()
  }

  return (
    <div className={classes.bar} data-on={isOn || undefined}>
      <Button
        ref={toggle}
        aria-pressed={isOn}
        disabled={isDeleting || (shown === 0 && !isOn)}
        onClick={() => turn(!isOn)}
      >
        Bulk Delete
      </Button>
      {isOn && <Selecting bulk={bulk} shown={shown} onCancel={cancel} />}
    </div>
  )
}

function Selecting({ bulk, shown, onCancel }: Props & { readonly onCancel: () => void }) {
  const { selected, isDeleting } = bulk
  const isAll = selected.length === shown && shown > 0
  return (
    <div className={classes.selecting}>
      <label className={classes.selectAll}>
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll
          }}
          checked={isAll}
          disabled={isDeleting}
          onChange={(event) => bulk.selectAll(event.currentTarget.checked)}
        />
        Select all
      </label>
      <output className={classes.selected}>{selected.length} selected</output>
      <Button disabled={isDeleting} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        aria-haspopup="dialog"
        disabled={selected.length === 0}
        aria-disabled={isDeleting}
        onClick={isDeleting ? undefined : bulk.restore}
      >
        Restore Selected
      </Button>
      <Button
        look="danger"
        disabled={selected.length === 0}
        // Not disabled during a deletion: the focus returns to it from the question and would be lost.
        aria-disabled={isDeleting}
        onClick={isDeleting ? undefined : bulk.ask}
      >
        {isDeleting ? 'Deleting...' : 'Delete Selected'}
      </Button>
    </div>
  )
}
