import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useConfig } from '../../lib/config.ts'
import { selectedId, selectValue } from '../../lib/select-options.ts'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { helpdeskText } from './helpdesk.ts'
import { registrationCountiesQuery } from './register.queries.ts'

type Props = {
  readonly ref: Ref<HTMLSelectElement>
  readonly value: number | null
  readonly onChange: (countyId: number | null) => void
  readonly isWrong: boolean
  readonly 'aria-describedby': string | undefined
}

/** The counties that one may register for. */
export function RegisterCounty({ value, onChange, ...field }: Props) {
  const config = useConfig()
  const { data: counties, isError, refetch } = useQuery(registrationCountiesQuery)
  if (isError && !counties) return <LoadFailed onRetry={() => void refetch()} />
  const none = `No county is open for registration. Please contact ${helpdeskText(config)}.`
  return (
    <ChoiceField
      {...field}
      label="County"
      name="county"
      required
      hint={counties?.length === 0 ? none : null}
      value={selectValue(value)}
      onChange={(event) => onChange(selectedId(event.currentTarget.value))}
    >
      <option value="">{counties ? 'Select your county' : 'Loading counties...'}</option>
      {counties?.map(({ CountyID, Name }) => (
        <option key={CountyID} value={CountyID}>
          {Name}
        </option>
      ))}
    </ChoiceField>
  )
}
