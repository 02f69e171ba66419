import { currentYear } from '../lib/calendar.ts'
import { useConfig } from '../lib/config.ts'
import { Button } from './button.tsx'
import { FormField } from './form-field.tsx'
import classes from './rendered-date-field.module.css'

/** The due dates of renditions, as month and day. */
const SHORTCUTS = ['04/15', '05/15']

type Props = {
  /** `YYYY-MM-DD`, empty while a day is missing; null if not rendered. */
  readonly value: string | null
  readonly onChange: (day: string) => void
  readonly problem: string | null
}

/** The day since which a rendition is rendered, and buttons for the usual ones. */
export function RenderedDateField({ value, onChange, problem }: Props) {
  const { timeZone } = useConfig()
  return (
    <>
      <FormField label="Rendered date" problem={problem} isLive>
        {(control) => (
          <input
            {...control}
            name="rendered"
            type="date"
            max="9999-12-31"
            value={value ?? ''}
            onChange={({ currentTarget: { value: day } }) => {
              if (day !== '' || value !== null) onChange(day)
            }}
          />
        )}
      </FormField>
      <div className={classes.days}>
        {SHORTCUTS.map((shortcut) => (
          <Button
            key={shortcut}
            onClick={() => onChange(`${currentYear(timeZone)}-${shortcut.replace('/', '-')}`)}
          >
            Set {shortcut}
          </Button>
        ))}
      </div>
    </>
  )
}
