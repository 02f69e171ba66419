import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import form from '../form/upload.module.css'
import { ProposalsNotice } from '../proposals/proposals-notice.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueueChoice } from './queue-choice.tsx'
import { QueueFieldset } from './queue-fieldset.tsx'
import { QueueNotices } from './queue-notices.tsx'
import { QueueTable } from './queue-table.tsx'
import { PasteDialog } from '../sheet/paste-dialog.tsx'
import { SheetDialog } from '../sheet/sheet-dialog.tsx'
import { DuplicatesNotice } from '../duplicates/duplicates-notice.tsx'
import classes from './queue.module.css'
import { press, useQueueKeys } from './use-queue-keys.ts'
import type { QueueScreen } from './use-queue-screen.ts'

type Props = {
  readonly screen: QueueScreen
  /** All fields except the type are already filled in when the form appears. */
  readonly startsAtType: boolean
}

/** The form of a batch: the files, and the details for all, some or one of them. */
export function QueueForm({ screen, startsAtType }: Props) {
  const outcome = useRef<HTMLDivElement>(null)
  const itself = useRef<HTMLFormElement>(null)
  const [isAtType] = useState(startsAtType)
  useEffect(() => {
    if (isAtType) focusOn(itself.current?.elements.namedItem('typeId') ?? null)
  }, [isAtType])
  useQueueKeys(screen, itself)
  useFocusFallback(itself, (gone) => {
    const { entries } = screen.view
    const row = gone.closest<HTMLElement>('tr[data-key]')
    // A row scrolled out of view is not rendered, so it cannot regain the focus by itself.
    if (entries.some(({ key }) => key === row?.dataset['key'])) return
    if (entries.length > 0) screen.focusFile()
    else focusOn(itself.current?.elements.namedItem('files') ?? null)
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { elements } = event.currentTarget
    if (screen.view.entries.length === 0) {
      focusOn(elements.namedItem('files'))
      return
    }
    const lacks = screen.submit()
    if (lacks === null) outcome.current?.focus()
    // The fields show the selection of incomplete files only after the next frame.
    else requestAnimationFrame(() => focusOn(elements.namedItem(lacks)))
  }
  return (
    <form ref={itself} noValidate className={form.form} aria-busy={screen.isSending} onSubmit={submit}>
      <QueueFieldset screen={screen} />
      <QueueChoice screen={screen} />
      <div className={classes.whole}>
        <QueueNotices screen={screen} />
        {!screen.view.isElsewhere && (
          <ProposalsNotice proposals={screen.proposals} onAcceptAll={screen.acceptAllProposals} />
        )}
        <DuplicatesNotice duplicates={screen.duplicates} total={screen.view.entries.length} />
        {screen.view.entries.length > 0 && <QueueTable screen={screen} />}
      </div>
      <QueueBar
        ref={outcome}
        screen={screen}
        onChoose={() => press(itself.current?.elements.namedItem('files'))}
      />
      <PasteDialog sheets={screen.sheets} />
      <SheetDialog sheets={screen.sheets} />
    </form>
  )
}

function focusOn(element: RadioNodeList | Element | null): void {
  if (element instanceof HTMLElement) element.focus()
}
