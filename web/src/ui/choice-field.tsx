import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { LineField } from './line-field.tsx'
import classes from './text-field.module.css'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'id'> & {
  readonly label: string
  readonly hint?: ReactNode
  readonly isWrong?: boolean
  readonly ref?: Ref<HTMLSelectElement>
}

/** A labelled choice of one for the screens before the sign-in, by the browser's own select. */
export function ChoiceField({
  label,
  hint,
  isWrong = false,
  'aria-describedby': describedBy,
  ...others
}: Props) {
  return (
    <LineField label={label} hint={hint} describedBy={describedBy}>
      {(control) => <select {...control} className={classes.input} aria-invalid={isWrong} {...others} />}
    </LineField>
  )
}
