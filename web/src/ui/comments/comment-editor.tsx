import { COMMENT_MAX_CHARACTERS } from '@portal/contract/comments/comment-text.ts'
import { COMMENT_EMPTY, COMMENT_TOO_LONG } from '@portal/contract/comments/comments.ts'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { lengthOf, withMention, type CommentDraft } from '../../lib/comment-draft.ts'
import { Button } from '../button.tsx'
import list from '../combobox.module.css'
import { FormField } from '../form-field.tsx'
import classes from './comments.module.css'
import { useMentionPicker, type MentionPicker } from './use-mention-picker.ts'

type Props = {
  readonly label: string
  readonly fileId: number
  readonly draft: CommentDraft
  readonly onDraft: (draft: CommentDraft) => void
  readonly send: {
    readonly label: string
    readonly busy: string
    readonly isBusy: boolean
    readonly start: () => void
  }
  /** For the change of a comment, which takes the focus, and which Escape ends with its text kept. */
  readonly ending?: { readonly onKeep: () => void; readonly onCancel: () => void }
  /** Why the last try failed. */
  readonly problem: string | null
}

/** From here on the field says how many characters it has. */
const COUNTED_FROM = COMMENT_MAX_CHARACTERS - 500

/** A field for the text of a comment and the button that sends it, which Ctrl+Enter presses, too. */
export function CommentEditor({ label, fileId, draft, onDraft, send, ending, problem }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const placeCaret = useCaret(field, ending ? draft.text.length : null)
  const picker = useMentionPicker({
    fileId,
    draft,
    onChoose: (person, place) => {
      const { draft: changed, caret } = withMention(draft, person, place)
      onDraft(changed)
      placeCaret(caret)
    },
  })
  const [isEmptySent, setIsEmptySent] = useState(false)
  const length = lengthOf(draft)
  const isTooLong = length > COMMENT_MAX_CHARACTERS
  const start = () => {
    setIsEmptySent(length === 0)
    if (length > 0 && !isTooLong && !send.isBusy) send.start()
  }
  const ownProblem = isTooLong ? COMMENT_TOO_LONG.sentence : isEmptySent ? COMMENT_EMPTY.sentence : null
  return (
    <div
      className={classes.editor}
      // Before the panel or the dialog around it gets the key.
      onKeyDownCapture={(event) => {
        if (!ending || picker.isOpen || event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        ending.onKeep()
      }}
    >
      <FormField
        label={label}
        isLive
        hint={length >= COUNTED_FROM ? countText(length) : HINT}
        reserved={[HINT]}
        problem={ownProblem ?? problem}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={3}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={picker.isOpen ? picker.listProps.id : undefined}
            aria-activedescendant={picker.active && picker.optionProps(picker.active).id}
            value={draft.text}
            aria-keyshortcuts="Control+Enter"
            // Before the form around it gets the key: there Ctrl+Enter saves the document.
            onKeyDownCapture={(event) => {
              if (picker.onKey(event)) {
                event.preventDefault()
                return
              }
              if (!isSending(event)) return
              event.preventDefault()
              event.stopPropagation()
              if (!event.repeat) start()
            }}
            onChange={({ currentTarget }) => {
              setIsEmptySent(false)
              picker.follow(currentTarget.selectionStart)
              onDraft({ ...draft, text: currentTarget.value })
            }}
            onClick={({ currentTarget }) => picker.follow(currentTarget.selectionStart)}
            onBlur={picker.close}
          />
        )}
      </FormField>
      <MentionList picker={picker} />
      <div className={classes.acts}>
        <Button look="primary" aria-disabled={send.isBusy} title="Ctrl+Enter" onClick={start}>
          {send.isBusy ? send.busy : send.label}
        </Button>
        {ending && <Button onClick={ending.onCancel}>Cancel</Button>}
      </div>
    </div>
  )
}

/** The people to mention, below the field. */
function MentionList({ picker }: { readonly picker: MentionPicker }) {
  const { isOpen, people, listProps, optionProps } = picker
  return (
    <>
      {isOpen && (
        <div className={classes.picker}>
          <div {...listProps} aria-label="People to mention" className={list.list}>
            {people.map((person) => (
              <div key={person.id} {...optionProps(person)} className={list.option}>
                {person.name}{' '}
                {person.name !== person.email && <span className={list.note}>{person.email}</span>}
              </div>
            ))}
          </div>
        </div>
      )}
      <p aria-live="polite" className="for-screen-readers">
        {isOpen && (people.length === 1 ? '1 person to mention' : `${people.length} people to mention`)}
      </p>
    </>
  )
}

/**
 * Returns a function that focuses a field, with the caret at a place, after the next change of its text. With a first
 * place, the field has the focus from the start: typed letters would act as shortcuts.
 */
function useCaret(field: RefObject<HTMLTextAreaElement | null>, first: number | null): (at: number) => void {
  const [wanted, setWanted] = useState(first === null ? null : { at: first })
  useLayoutEffect(() => {
    if (!wanted) return
    field.current?.focus()
    field.current?.setSelectionRange(wanted.at, wanted.at)
  }, [wanted, field])
  return (at) => setWanted({ at })
}

const HINT = 'Everyone who may see this file can read it. Type @ to mention a person.'

function countText(length: number): string {
  return `${length.toLocaleString('en-US')} of ${COMMENT_MAX_CHARACTERS.toLocaleString('en-US')} characters`
}

function isSending({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
