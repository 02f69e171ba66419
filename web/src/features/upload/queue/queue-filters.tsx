import { GROUPS, type EntryGroup } from './entry-group.ts'
import classes from './queue-filters.module.css'
import { NOTHING_SELECTED } from './queue-selection.ts'
import type { QueueScreen } from './use-queue-screen.ts'

/** Chips that limit the list to one group of files, each with its number of files. */
export function QueueFilters({ screen }: { readonly screen: QueueScreen }) {
  const { filter, view } = screen
  const show = (group: EntryGroup | null) => {
    filter.show(group)
    // Hidden files must not change with the visible ones.
    screen.setSelection(NOTHING_SELECTED)
  }
  return (
    <fieldset className={classes.chips}>
      <legend className="for-screen-readers">Files to show</legend>
      <Chip isPressed={filter.group === null} onPress={() => show(null)}>
        All {view.entries.length}
      </Chip>
      {GROUPS.map(({ id, name }) => (
        <Chip key={id} isPressed={filter.group === id} onPress={() => show(id)}>
          {name} {filter.countOf(id)}
        </Chip>
      ))}
    </fieldset>
  )
}

type ChipProps = {
  readonly isPressed: boolean
  readonly onPress: () => void
  readonly children: readonly (string | number)[]
}

function Chip({ isPressed, onPress, children }: ChipProps) {
  return (
    <button type="button" aria-pressed={isPressed} className={classes.chip} onClick={onPress}>
      {children}
    </button>
  )
}
