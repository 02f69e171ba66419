import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import classes from './recycle-bin.module.css'
import type { BulkSelection } from './use-bulk-selection.ts'

type Props = { readonly bulk: BulkSelection; readonly shown: number }

/** The button of the Bulk Delete mode and, in the mode, the controls to select, restore and delete. */
export function BulkSelectionBar({ bulk, shown }: Props) {
  const { isOn, busy, turn } = bulk
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
        disabled={busy !== null || (shown === 0 && !isOn)}
        onClick={() => turn(!isOn)}
      >
        Bulk Delete
      </Button>
      {isOn && <Selecting bulk={bulk} shown={shown} onCancel={cancel} />}
    </div>
  )
}

function Selecting({ bulk, shown, onCancel }: Props & { readonly onCancel: () => void }) {
  const { selected, busy } = bulk
  const isBusy = busy !== null
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
          disabled={isBusy}
          onChange={(event) => bulk.selectAll(event.currentTarget.checked)}
        />
        Select all
      </label>
      <output className={classes.selected}>{selected.length} selected</output>
      <Button disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        disabled={selected.length === 0}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : bulk.restore}
      >
        {busy === 'restoring' ? 'Restoring...' : 'Restore Selected'}
      </Button>
      <Button
        look="danger"
        disabled={selected.length === 0}
        // Not disabled during a deletion: the focus returns to it from the question and would be lost.
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : bulk.ask}
      >
        {busy === 'deleting' ? 'Deleting...' : 'Delete Selected'}
      </Button>
    </div>
  )
}
