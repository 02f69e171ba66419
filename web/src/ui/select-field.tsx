import { useImperativeHandle, useRef, type Ref } from 'react'
import type { SelectOption } from '../lib/select-options.ts'
import { FormField, type FieldProps } from './form-field.tsx'
import { LoadFailed } from './load-failed.tsx'

type Props = FieldProps & {
  readonly name?: string
  readonly options: readonly SelectOption[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isDisabled?: boolean
  /** Loads the choices again; set only if they failed to load, which the field then reports. */
  readonly onReload?: (() => void) | undefined
  readonly ref?: Ref<HTMLSelectElement | null>
}

/** A single choice with the browser's own select, which works everywhere, including phones. */
export function SelectField({
  name,
  options,
  value,
  onChange,
  onReload,
  isDisabled = false,
  ref,
  ...field
}: Props) {
  const select = useRef<HTMLSelectElement>(null)
  useImperativeHandle<HTMLSelectElement | null, HTMLSelectElement | null>(ref, () => select.current)
  const reload = () => {
    // The pressed button disappears while the list is being loaded.
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
