import { useState } from 'react'
import { PersonCombobox } from '../../ui/person-combobox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useOffers } from './offers.ts'

type Props = {
  /** `me`, `nobody`, the address of a person, or empty for anybody. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const CHOICES = [
  { value: '', label: 'Anybody or nobody' },
  { value: 'me', label: 'Me' },
  { value: 'nobody', label: 'Nobody' },
]
const PERSON = { value: 'person', label: 'A person' }
const FIXED = new Set(CHOICES.map(({ value }) => value))

/** Whose documents the list shows. People who may edit also choose a person. */
export function AssignedField({ value, onChange }: Props) {
  const isOfPerson = !FIXED.has(value)
  const [isSearching, setIsSearching] = useState(false)
  const isPerson = isOfPerson || isSearching
  const isOffered = useOffers().edit || isOfPerson
  return (
    <>
      <SelectField
        label="Assigned to"
        options={isOffered ? [...CHOICES, PERSON] : CHOICES}
        value={isPerson ? PERSON.value : value}
        onChange={(chosen) => {
          setIsSearching(chosen === PERSON.value)
          onChange(chosen === PERSON.value ? '' : chosen)
        }}
      />
      {isPerson && (
        <PersonCombobox
          label="Person"
          fileId={null}
          chosen={isOfPerson ? value : ''}
          onText={() => {
            setIsSearching(true)
            onChange('')
          }}
          onChoose={({ Email }) => onChange(Email)}
        />
      )}
    </>
  )
}
