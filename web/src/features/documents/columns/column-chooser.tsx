import { IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFold } from '../../../ui/use-fold.ts'
import { changed, movedTo, usableWidth, type ColumnChoice } from './column-choice.ts'
import classes from './column-chooser.module.css'
import type { ListColumns } from './use-columns.ts'

/** Shows, hides, moves and resizes the columns, for this person on this view. */
export function ColumnChooser({ columns }: { readonly columns: ListColumns }) {
  const { area, button, isOpen, setIsOpen } = useFold<HTMLDivElement>()
  return (
    <div ref={area} className={classes.area}>
      <Button ref={button} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconColumns3 aria-hidden size={16} />
        Columns
      </Button>
      {isOpen && <Chooser columns={columns} />}
    </div>
  )
}

function Chooser({
  columns: { choices, isChosen, hasFailed, apply, reset },
}: {
  readonly columns: ListColumns
}) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const move = (choice: ColumnChoice, place: number) => {
    if (place < 0 || place >= choices.length) return
    apply(movedTo(choices, choice.id, place))
    setSaid(`${choice.header}, position ${place + 1} of ${choices.length}`)
  }
  const onKeyDown = (choice: ColumnChoice) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(choice, choices.indexOf(choice) + step)
  }
  const dropOn = (place: number) => ({
    onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const choice = choices.find(({ id }) => id === dragged)
      if (choice) move(choice, place)
      setDragged(null)
    },
  })
  return (
    <section aria-label="Columns" className={classes.panel}>
      <h2 className={classes.title}>Columns</h2>
      <p className={classes.hint}>For you, on this view. Drag a row, or move it with the arrow keys.</p>
      <ul className={classes.list}>
        {choices.map((choice, place) => (
          <li
            key={choice.id}
            className={classes.row}
            data-dragged={choice.id === dragged || undefined}
            {...dropOn(place)}
          >
            <button
              type="button"
              draggable
              className={classes.grip}
              aria-label={`Move ${choice.header}`}
              title="Drag, or press the up and down arrows"
              onKeyDown={onKeyDown(choice)}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', choice.header)
                setDragged(choice.id)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <IconGripVertical aria-hidden size={16} />
            </button>
            <label className={classes.label}>
              <input
                type="checkbox"
                checked={choice.isShown}
                disabled={choice.isFixed}
                onChange={() => apply(changed(choices, choice.id, { isShown: !choice.isShown }))}
              />
              {choice.header}
            </label>
            {choice.isShown && (
              <WidthField
                key={choice.width}
                choice={choice}
                onWidth={(width) => apply(changed(choices, choice.id, { width }))}
              />
            )}
          </li>
        ))}
      </ul>
      <output className="for-screen-readers">{said}</output>
      {hasFailed && <p role="alert">Failed to save the columns.</p>}
      <Button look="quiet" disabled={!isChosen} onClick={reset}>
        Reset columns
      </Button>
    </section>
  )
}

type WidthProps = { readonly choice: ColumnChoice; readonly onWidth: (width: number | null) => void }

/** The width of a column in pixels; empty for the width that the list gives it. */
function WidthField({ choice: { header, width }, onWidth }: WidthProps) {
  return (
    <input
      type="number"
      className={classes.width}
      aria-label={`Width of ${header} in pixels`}
      title="Width in pixels"
      placeholder="auto"
      step={10}
      defaultValue={width ?? ''}
      onBlur={({ currentTarget: { value } }) => {
        const next = value === '' ? null : usableWidth(Number(value))
        if (next !== width) onWidth(next)
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
}
