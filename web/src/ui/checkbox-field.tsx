import classes from './checkbox-field.module.css'

type Props = {
  readonly label: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** A yes or no, with the browser's own checkbox. Pressing the label works like pressing the box. */
export function CheckboxField({ label, isChecked, onChange }: Props) {
  return (
    <label className={classes.field}>
      <input
        type="checkbox"
        className={classes.box}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}
