import { useRef, type ReactNode } from 'react'
import type { SelectOption } from '../lib/select-options.ts'
import { FormField } from './form-field.tsx'
import { LoadFailed } from './load-failed.tsx'

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
  /** Asks for the choices again where they could not be loaded; the field says so then. */
  readonly onReload?: (() => void) | undefined
}

/** A choice of one, by the browser's own select: it works everywhere, phones included. */
export function SelectField({
  name,
  options,
  value,
  onChange,
  onReload,
  isDisabled = false,
  ...field
}: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const reload = () => {
    // The button that was pressed goes while the list is on its way.
    select.current?.focus()
    onReload?.()
  }
  return (
    <FormField {...field}>
      {(control) => (
        <>
          <select
            {...control}
            ref={select}
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
          {onReload && <LoadFailed isInField onRetry={reload} />}
        </>
      )}
    </FormField>
  )
}
