import { useId, type ReactNode } from 'react'
import classes from './text-field.module.css'

type Control = { readonly id: string; readonly 'aria-describedby': string | undefined }

type Props = {
  readonly label: string
  /** Stands below the control, whatever happens. */
  readonly hint?: ReactNode
  /** The id of what else tells about the control. */
  readonly describedBy?: string | undefined
  readonly children: (control: Control) => ReactNode
}

/** A control of the screens before the sign-in, with its label above and its hint below. */
export function LineField({ label, hint, describedBy, children }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  const described = [hint && hintId, describedBy].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
