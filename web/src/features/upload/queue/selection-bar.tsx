import { Button } from '../../../ui/button.tsx'
import { filesText } from '../facts/upload-texts.ts'
import { NOTHING_SELECTED } from './queue-selection.ts'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'

/** The actions for the selected files. */
export function SelectionBar({ screen }: { readonly screen: QueueScreen }) {
  const { selected, selection, setSelection, removeSelected, queue } = screen
  return (
    <div className={classes.selection}>
      <output>{selected.length > 0 && `${filesText(selected.length)} selected`}</output>
      {selected.length === 0 && (
        <span className={classes.keysHint}>
          <kbd>Shift</kbd> with <kbd>↓</kbd> selects several files, <kbd>t</kbd> sets their type, <kbd>?</kbd>{' '}
          lists all keys
        </span>
      )}
      {selected.length > 0 && (
        <>
          <Button look="quiet" onClick={() => queue.forgetFacts(selected.map(({ key }) => key))}>
            Use the details for all files
          </Button>
          <Button look="quiet" onClick={removeSelected}>
            Remove them
          </Button>
          <Button
            look="quiet"
            onClick={() => setSelection({ ...NOTHING_SELECTED, at: selection.at, anchor: selection.at })}
          >
            Clear the selection
          </Button>
        </>
      )}
      <div className={classes.tools}>
        <Button look="quiet" disabled={screen.view.isElsewhere} onClick={screen.sheets.ask}>
          Fill in from a spreadsheet
        </Button>
      </div>
    </div>
  )
}
