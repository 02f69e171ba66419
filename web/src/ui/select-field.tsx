import type { ReactNode } from 'react'
import type { SelectOption } from '../lib/select-options.ts'
import { FormField } from './form-field.tsx'

type Props = {
  readonly name?: string
  readonly label: string
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly hint?: ReactNode
  readonly problem?: string | null | undefined
}

/** A choice of one, by the browser's own select: it works everywhere, phones included. */
export function SelectField({ name, options, value, onChange, isDisabled = false, ...field }: Props) {
  return (
    <FormField {...field}>
      {(control) => (
        <select
          {...control}
          name={name}
          disabled={isDisabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}
