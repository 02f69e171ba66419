import { useId, type ReactNode } from 'react'
import classes from './form-field.module.css'

/** What a control needs to belong to its label, hint and problem. */
export type ControlProps = {
  readonly id: string
  readonly className: string | undefined
  readonly required: boolean
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

type Props = {
  readonly label: string
  readonly isRequired?: boolean
  /** Stands below the control, whatever happens. */
  readonly hint?: ReactNode
  /** A sentence against what is in the control. */
  readonly problem?: string | null | undefined
  /** Whether the problem appears while one types, so that it has to be announced. */
  readonly isLive?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

/** A control with its label above and its hint and problem below, tied together for screen readers. */
export function FormField({ label, isRequired = false, hint, problem, isLive = false, children }: Props) {
  const id = useId()
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`]
  const described = [hint && hintId, problem && problemId].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {isRequired && (
          <span aria-hidden className={classes.star}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        className: classes.control,
        required: isRequired,
        'aria-invalid': Boolean(problem),
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
      <p id={problemId} role={isLive ? 'alert' : undefined} className={classes.problem}>
        {problem}
      </p>
    </div>
  )
}
