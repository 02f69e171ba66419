import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useConfig } from '../../../lib/config.ts'
import { countyOptions, selectedId, selectValue } from '../../../lib/select-options.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { helpdeskText } from './helpdesk.ts'
import { registrationCountiesQuery } from './register.queries.ts'

type Props = {
  readonly ref: Ref<HTMLSelectElement | null>
  readonly value: number | null
  readonly onChange: (countyId: number | null) => void
  readonly isWrong: boolean
  readonly describedBy: string | undefined
}

/** The counties that one may register for. */
export function RegisterCounty({ value, onChange, ...field }: Props) {
  const config = useConfig()
  const { data: counties, isError, refetch } = useQuery(registrationCountiesQuery)
  if (isError && !counties) return <LoadFailed onRetry={() => void refetch()} />
  const none = `No county is open for registration. Please contact ${helpdeskText(config)}.`
  return (
    <SelectField
      {...field}
      label="County"
      name="county"
      isRequired
      isStarred={false}
      hint={counties?.length === 0 ? none : null}
      options={countyOptions(counties ?? [], counties ? 'Select your county' : 'Loading counties...')}
      value={selectValue(value)}
      onChange={(chosen) => onChange(selectedId(chosen))}
    />
  )
}
