import classes from './checkbox-field.module.css'

type Props = {
  readonly label: string
  readonly isChecked: boolean
  /** Whether a dialog begins with this field. */
  readonly isFirst?: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** A yes or no, with the browser's own checkbox. Pressing the label works like pressing the box. */
export function CheckboxField({ label, isChecked, isFirst = false, onChange }: Props) {
  return (
    <label className={classes.field}>
      <input
        type="checkbox"
        className={classes.box}
        data-autofocus={isFirst || undefined}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}
