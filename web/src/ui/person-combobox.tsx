import type { Assignee } from '@portal/contract/work/assignees.ts'
import { OWNER_SEARCH_DEBOUNCE_MS } from '@portal/contract/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assignableQuery } from '../lib/assignee.queries.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { Combobox } from './combobox.tsx'

type Props = {
  readonly label: string
  /** The document that the people must see; null for any of the caller’s counties. */
  readonly fileId: number | null
  /** The name of the chosen person at first. */
  readonly chosen?: string
  readonly onChoose: (person: Assignee) => void
  /** Called when the text changes, so that it names the chosen person no longer. */
  readonly onText?: () => void
  readonly failure?: string | null
  /** Whether a dialog begins with this field. */
  readonly isFirst?: boolean
}

/** A search for a person to whom documents may be assigned. */
export function PersonCombobox({
  label,
  fileId,
  chosen = '',
  onChoose,
  onText,
  failure = null,
  isFirst = false,
}: Props) {
  const [text, setText] = useState(chosen)
  const typed = text.trim()
  const term = useDebounced(typed, OWNER_SEARCH_DEBOUNCE_MS)
  const { data, isError, isPlaceholderData } = useQuery({
    ...assignableQuery(fileId, term),
    placeholderData: keepPreviousData,
  })
  // The people of the text before stay until the next answer, so only those that match may be chosen.
  const isCurrent = term === typed && !isPlaceholderData
  const people = isCurrent ? (data ?? []) : (data ?? []).filter((person) => isNamed(person, typed))
  const isNobody = isCurrent && data?.length === 0
  const problem = isError
    ? 'The people could not be loaded.'
    : isNobody
      ? `No person matches ‘${term}’.`
      : null
  return (
    <Combobox
      label={label}
      isFirst={isFirst}
      hint="Type a part of a name or an address."
      text={text}
      onText={(changed) => {
        setText(changed)
        onText?.()
      }}
      suggestions={people.map(({ ID, Name, Email }) => ({
        key: String(ID),
        label: Name,
        note: Name === Email ? '' : Email,
      }))}
      onChoose={(key) => {
        const person = people.find(({ ID }) => String(ID) === key)
        if (!person) return
        setText(person.Name)
        onChoose(person)
      }}
      problem={failure ?? problem}
    />
  )
}

function isNamed({ Name, Email }: Assignee, text: string): boolean {
  return `${Email} ${Name}`.toLowerCase().includes(text.toLowerCase())
}
