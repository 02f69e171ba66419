import { FILE_TYPE_NAMES, FILE_TYPES } from '@portal/contract/files/file-types.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AssignedField } from './assigned-field.tsx'
import { NO_MORE_FILTERS, type MoreFilters } from './list-address.ts'

type Props = {
  readonly draft: MoreFilters
  readonly onChange: (change: Partial<MoreFilters>) => void
}

const NAMES = Object.keys(NO_MORE_FILTERS) as (keyof MoreFilters)[]

const FILES = [
  { value: '', label: 'All file types' },
  ...FILE_TYPES.map((type) => ({ value: type, label: FILE_TYPE_NAMES[type] })),
]

/** Filters that few people need, behind a button until one of them is set. */
export function MoreFiltersFields({ draft, onChange }: Props) {
  const isAnySet = NAMES.some((name) => draft[name] !== NO_MORE_FILTERS[name])
  const [isOpen, setIsOpen] = useState(isAnySet)
  if (!isOpen && !isAnySet) {
    return <Button onClick={() => setIsOpen(true)}>More filters</Button>
  }
  return (
    <>
      <TextField
        label="Received from"
        type="date"
        value={draft.from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        label="Received to"
        type="date"
        value={draft.to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <NumberField
        label="Appraisal year"
        most={4}
        value={draft.year}
        onChange={(year) => onChange({ year })}
      />
      <TextField
        label="Uploaded by"
        value={draft.user}
        onChange={(event) => onChange({ user: event.currentTarget.value })}
      />
      <NumberField
        label="Owner number"
        value={draft.ownerNumber}
        onChange={(ownerNumber) => onChange({ ownerNumber })}
      />
      <TextField
        label="Agent code"
        value={draft.agent}
        onChange={(event) => onChange({ agent: event.currentTarget.value })}
      />
      <AssignedField value={draft.assigned} onChange={(assigned) => onChange({ assigned })} />
      <YesNo
        label="Owner"
        words={['With or without', 'Linked', 'Missing']}
        value={draft.owner}
        onChange={(owner) => onChange({ owner })}
      />
      <YesNo
        label="Duplicates"
        words={['With or without', 'Only duplicates', 'No duplicates']}
        value={draft.duplicates}
        onChange={(duplicates) => onChange({ duplicates })}
      />
      <YesNo
        label="Text"
        words={['Any', 'Not fully readable', 'Readable or not read yet']}
        value={draft.unreadable}
        onChange={(unreadable) => onChange({ unreadable })}
      />
      <YesNo
        label="Corrected files"
        words={['All', 'Only corrected', 'Hide corrected']}
        value={draft.corrected}
        onChange={(corrected) => onChange({ corrected })}
      />
      <SelectField
        label="File type"
        options={FILES}
        value={draft.file ?? ''}
        onChange={(value) => onChange({ file: FILE_TYPES.find((type) => type === value) ?? null })}
      />
      <NumberField
        label="Size from (KB)"
        most={MAX_SIZE_DIGITS}
        value={draft.minSize}
        onChange={(minSize) => onChange({ minSize })}
      />
      <NumberField
        label="Size to (KB)"
        most={MAX_SIZE_DIGITS}
        value={draft.maxSize}
        onChange={(maxSize) => onChange({ maxSize })}
      />
    </>
  )
}

/** A million kilobytes; a document has at most some fifty thousand. */
const MAX_SIZE_DIGITS = 6

type Choice = 'yes' | 'no' | null

type YesNoProps = {
  readonly label: string
  /** For no choice, yes and no. */
  readonly words: readonly [none: string, yes: string, no: string]
  readonly value: Choice
  readonly onChange: (value: Choice) => void
}

function YesNo({ label, words: [none, yes, no], value, onChange }: YesNoProps) {
  const options = [
    { value: '', label: none },
    { value: 'yes', label: yes },
    { value: 'no', label: no },
  ]
  return (
    <SelectField
      label={label}
      options={options}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === 'yes' || chosen === 'no' ? chosen : null)}
    />
  )
}

type NumberProps = {
  readonly label: string
  /** How many digits it has at most. */
  readonly most?: number
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

/** A whole number; other characters are left out as they are typed. */
function NumberField({ label, most = 9, value, onChange }: NumberProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={most}
      value={value === null ? '' : String(value)}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/gu, '').replace(/^0+/u, '')
        onChange(digits === '' ? null : Number(digits))
      }}
    />
  )
}
