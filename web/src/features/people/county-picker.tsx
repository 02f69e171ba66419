import { useRef, useState } from 'react'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './people.module.css'
import type { GrantedCounties } from './use-granted-counties.ts'

/** Above this many counties, the list has a search field. */
const MANY = 12

type Props = {
  readonly given: GrantedCounties
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

/** Selects any number of counties out of hundreds. The initially chosen come first; a search hides no chosen one. */
export function CountyPicker({ given, chosen, onChange }: Props) {
  const { counties, isLoading, onReload } = given
  const picker = useRef<HTMLFieldSetElement>(null)
  const [text, setText] = useState('')
  // The initial choice fixes the order: a county ticked now keeps its position until the picker reopens, so that it
  // does not jump away from the pointer.
  const [first] = useState(chosen)
  const wanted = text.trim().toLowerCase()
  const shown = [
    ...counties.filter(({ CountyID }) => first.has(CountyID)),
    ...counties.filter(({ CountyID }) => !first.has(CountyID)),
  ].filter(({ CountyID, Name }) => chosen.has(CountyID) || Name.toLowerCase().includes(wanted))
  const turn = (id: number, isChosen: boolean) => {
    const others = [...chosen].filter((each) => each !== id)
    onChange(new Set(isChosen ? [...others, id] : others))
  }
  return (
    <fieldset ref={picker} tabIndex={-1} className={classes.picker}>
      <legend>Counties ({chosen.size} chosen)</legend>
      {counties.length > MANY && (
        <TextField
          label="Find a county"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // Enter in the search field must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className={classes.choices}>
        {shown.map(({ CountyID, Name }) => (
          <CheckboxField
            key={CountyID}
            label={Name}
            isChecked={chosen.has(CountyID)}
            onChange={(isChosen) => turn(CountyID, isChosen)}
          />
        ))}
        {shown.length === 0 && !onReload && <p>{isLoading ? 'Loading counties...' : 'No county matches.'}</p>}
      </div>
      {onReload && (
        <LoadFailed
          isInField
          onRetry={() => {
            // The pressed button disappears while the list is loading.
            picker.current?.focus()
            onReload()
          }}
        />
      )}
      <output className={classes.none}>
        {chosen.size === 0 && 'No county is chosen: they will see no documents but their own uploads.'}
      </output>
    </fieldset>
  )
}
