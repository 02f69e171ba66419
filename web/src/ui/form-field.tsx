import { useId, type ReactNode } from 'react'
import classes from './form-field.module.css'

/** The attributes that connect a control to its label, hint and problem. */
export type ControlProps = {
  readonly id: string
  readonly className: string | undefined
  readonly required: boolean
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
}

/** The content that every field may show around its control. */
export type FieldProps = {
  readonly label: string
  readonly isRequired?: boolean
  /** Whether a star marks it as required; a form in which every field is required has no stars. */
  readonly isStarred?: boolean
  /** Always shown below the control. */
  readonly hint?: ReactNode
  /** Texts that may replace the hint. The room for each is there from the start, so that nothing below moves. */
  readonly reserved?: readonly string[] | undefined
  /** Why the content of the control is invalid. */
  readonly problem?: string | null | undefined
  /** Whether the problem appears while the user types, so that it must be announced. */
  readonly isLive?: boolean
  /** Whether the content is wrong and the reason is shown elsewhere. */
  readonly isWrong?: boolean
  /** The id of another element that describes the control. */
  readonly describedBy?: string | undefined
}

type Props = FieldProps & { readonly children: (control: ControlProps) => ReactNode }

/** A control with its label above and its hint and problem below, connected for screen readers. */
export function FormField({
  label,
  isRequired = false,
  isStarred = isRequired,
  hint,
  reserved,
  problem,
  isLive = false,
  isWrong = false,
  describedBy,
  children,
}: Props) {
  const id = useId()
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`]
  const isHinted = Boolean(hint) && !(reserved && problem)
  const descriptions = [isHinted && hintId, problem && problemId, describedBy].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {isStarred && (
          <span aria-hidden className={classes.star}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        className: classes.control,
        required: isRequired,
        'aria-invalid': isWrong || Boolean(problem),
        'aria-describedby': descriptions || undefined,
      })}
      <div className={reserved ? classes.room : classes.texts}>
        {isHinted && (
          <p id={hintId} className={classes.hint}>
            {hint}
          </p>
        )}
        <p id={problemId} role={isLive ? 'alert' : undefined} className={classes.problem}>
          {problem}
        </p>
        {reserved?.map((text) => (
          <span key={text} aria-hidden className={classes.reserved} data-text={text} />
        ))}
      </div>
    </div>
  )
}
