import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FormField, type FieldProps } from './form-field.tsx'
import classes from './text-field.module.css'

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'aria-describedby'>

type Props = Pick<FieldProps, 'label' | 'hint' | 'problem' | 'isWrong' | 'describedBy'> &
  Input & {
    readonly ref?: Ref<HTMLInputElement>
    /** A button inside the field, at its end. */
    readonly toggle?: ReactNode
  }

/** A single-line text field with a label. */
export function TextField({ label, hint, problem, isWrong = false, describedBy, toggle, ...input }: Props) {
  return (
    <FormField label={label} hint={hint} problem={problem} isWrong={isWrong} describedBy={describedBy}>
      {(control) => (
        <div className={classes.box}>
          <input {...control} data-has-toggle={toggle ? true : undefined} {...input} />
          {toggle}
        </div>
      )}
    </FormField>
  )
}
