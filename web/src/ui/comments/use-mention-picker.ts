import type { NamedPerson } from '@portal/contract/comments/comments.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { CommentDraft } from '../../lib/comment-draft.ts'
import { mentionableQuery } from '../../lib/comments.queries.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

const PAUSE_MS = 200

/** What stands between an @ and the caret, and where; the @ begins a word. */
const TYPED_MENTION = /(?<=^|[\s(])@([^@{}\n]{0,40})$/u

type TypedMention = { readonly search: string; readonly from: number; readonly to: number }

/** The mention that a person types at the caret; null if they type none, or have already chosen its person. */
function mentionAt({ text, people }: CommentDraft, caret: number): TypedMention | null {
  const found = TYPED_MENTION.exec(text.slice(0, caret))
  if (!found) return null
  const search = found[1] ?? ''
  if (people.some(({ name }) => search.startsWith(name))) return null
  return { search, from: found.index, to: caret }
}

type Options = {
  readonly fileId: number
  readonly draft: CommentDraft
  readonly onChoose: (person: NamedPerson, place: { readonly from: number; readonly to: number }) => void
}

/** The people to mention at the caret of a text field. The keys move through them, choose one, and close the list. */
export function useMentionPicker({ fileId, draft, onChoose }: Options) {
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [activeId, setActiveId] = useState<number | null>(null)
  const typed = caret === null ? null : mentionAt(draft, caret)
  const search = useDebounced(typed?.search ?? null, PAUSE_MS)
  const { data } = useQuery(mentionableQuery(fileId, typed === null ? null : search))
  const people = typed === null ? [] : (data?.people ?? [])
  const isOpen = people.length > 0
  const place = Math.max(
    people.findIndex(({ id }) => id === activeId),
    0,
  )
  const active = isOpen ? people[place] : undefined
  const close = () => setCaret(null)
  const choose = (person: NamedPerson) => {
    if (typed) onChoose(person, typed)
    close()
  }
  const move = (step: 1 | -1) => setActiveId(people.at((place + step) % people.length)?.id ?? null)
  return {
    isOpen,
    people,
    active,
    close,
    listProps: { id: listId, role: 'listbox' },
    optionProps: (person: NamedPerson) => ({
      id: `${listId}-${person.id}`,
      role: 'option',
      'aria-selected': person === active,
      onPointerMove: () => setActiveId(person.id),
      // Keeps the focus in the text field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => choose(person),
    }),
    /** Call it with the place of the caret after each change of it. */
    follow: (at: number | null) => {
      setCaret(at)
      setActiveId(null)
    },
    /** Returns whether the list used the key. */
    onKey: ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean => {
      if (!isOpen || nativeEvent.isComposing) return false
      if (key === 'ArrowDown') move(1)
      else if (key === 'ArrowUp') move(-1)
      else if (key === 'Escape') close()
      else if (active && (key === 'Enter' || (key === 'Tab' && !shiftKey))) choose(active)
      else return false
      return true
    },
  }
}

export type MentionPicker = ReturnType<typeof useMentionPicker>
