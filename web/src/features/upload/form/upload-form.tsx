import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import { CorrectsLine } from './corrects-line.tsx'
import { FileChoice } from './file-choice.tsx'
import { NameProposal } from './name-proposal.tsx'
import { UploadBar } from './upload-bar.tsx'
import { UploadFieldset } from './upload-fieldset.tsx'
import classes from './upload.module.css'
import type { UploadScreen } from './use-upload-screen.ts'

type Props = {
  readonly screen: UploadScreen
  /** All fields except the type are already filled in. */
  readonly startsAtType: boolean
}

/** The form of /add: the fields about the files, and the files. */
export function UploadForm({ screen, startsAtType }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!startsAtType) return
    // A statement of its own: newer browsers return a promise here, which an effect must not return.
    window.scrollTo(0, 0)
    form.current?.querySelector<HTMLElement>('[name="typeId"]')?.focus()
  }, [startsAtType])

  const isOffered = screen.draft.offered !== null
  const wasOffered = useRef(isOffered)
  const focusOn = (field: string) => {
    const element = form.current?.elements.namedItem(field)
    if (element instanceof HTMLElement) element.focus()
  }
  const toFirstField = () => focusOn(screen.firstEmpty ?? 'categoryId')
  const toFirstEmpty = useEffectEvent(toFirstField)
  const continueAfterProposal = () => {
    if (screen.firstEmpty !== null) focusOn(screen.firstEmpty)
    else form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  useEffect(() => {
    // The offer's buttons are gone, and the focus with them.
    if (wasOffered.current && !isOffered) toFirstEmpty()
    wasOffered.current = isOffered
  }, [isOffered])

  const removeCorrection = () => {
    screen.corrects.remove()
    // The button is gone, and the focus with it.
    toFirstField()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unfilled = screen.submit()
    const field = unfilled === null ? null : event.currentTarget.elements.namedItem(unfilled)
    if (field instanceof HTMLElement) field.focus()
    else outcome.current?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      aria-busy={screen.upload.isSending}
      onSubmit={submit}
    >
      {screen.corrects.id !== null && (
        <CorrectsLine
          key={screen.corrects.id}
          fileId={screen.corrects.id}
          isFixed={screen.upload.isSending}
          onRemove={removeCorrection}
        />
      )}
      <UploadFieldset screen={screen} />
      <FileChoice screen={screen} />
      <NameProposal screen={screen} onLeft={continueAfterProposal} />
      <UploadBar ref={outcome} screen={screen} />
    </form>
  )
}
