import { COMMENT_MAX_CHARACTERS } from '@portal/contract/comments/comment-text.ts'
import { COMMENT_EMPTY, COMMENT_TOO_LONG } from '@portal/contract/comments/comments.ts'
import { useState, type KeyboardEvent } from 'react'
import { lengthOf, type CommentDraft } from '../../lib/comment-draft.ts'
import { Button } from '../button.tsx'
import { FormField } from '../form-field.tsx'
import classes from './comments.module.css'

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
  readonly onCancel?: () => void
  /** Why the last try failed. */
  readonly problem: string | null
}

/** From here on the field says how many characters it has. */
const COUNTED_FROM = COMMENT_MAX_CHARACTERS - 500

/** A field for the text of a comment and the button that sends it, which Ctrl+Enter presses, too. */
export function CommentEditor({ label, draft, onDraft, send, onCancel, problem }: Props) {
  const [isEmptySent, setIsEmptySent] = useState(false)
  const length = lengthOf(draft)
  const isTooLong = length > COMMENT_MAX_CHARACTERS
  const start = () => {
    setIsEmptySent(length === 0)
    if (length > 0 && !isTooLong && !send.isBusy) send.start()
  }
  const ownProblem = isTooLong ? COMMENT_TOO_LONG.sentence : isEmptySent ? COMMENT_EMPTY.sentence : null
  return (
    <div className={classes.editor}>
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
            rows={3}
            value={draft.text}
            aria-keyshortcuts="Control+Enter"
            // Before the form around it gets the key: there Ctrl+Enter saves the document.
            onKeyDownCapture={(event) => {
              if (!isSending(event)) return
              event.preventDefault()
              event.stopPropagation()
              if (!event.repeat) start()
            }}
            onChange={({ currentTarget }) => {
              setIsEmptySent(false)
              onDraft({ ...draft, text: currentTarget.value })
            }}
          />
        )}
      </FormField>
      <div className={classes.acts}>
        <Button look="primary" aria-disabled={send.isBusy} title="Ctrl+Enter" onClick={start}>
          {send.isBusy ? send.busy : send.label}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  )
}

const HINT = 'Plain text. Everyone who may see this file can read it.'

function countText(length: number): string {
  return `${length.toLocaleString('en-US')} of ${COMMENT_MAX_CHARACTERS.toLocaleString('en-US')} characters`
}

function isSending({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
