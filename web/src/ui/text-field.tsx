import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { LineField } from './line-field.tsx'
import classes from './text-field.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly isWrong?: boolean
  readonly ref?: Ref<HTMLInputElement>
  /** A button inside the field, at its end. */
  readonly toggle?: ReactNode
}

/** A labelled line of text for the screens before the sign-in. */
export function TextField({
  label,
  hint,
  isWrong = false,
  toggle,
  'aria-describedby': describedBy,
  ...others
}: Props) {
  return (
    <LineField label={label} hint={hint} describedBy={describedBy}>
      {(control) => (
        <div className={classes.box}>
          <input
            {...control}
            className={classes.input}
            aria-invalid={isWrong}
            data-has-toggle={toggle ? true : undefined}
            {...others}
          />
          {toggle}
        </div>
      )}
    </LineField>
  )
}
