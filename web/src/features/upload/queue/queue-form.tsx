import { useEffect, useRef, useState, type DragEvent, type FormEvent } from 'react'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { ProposalsNotice } from '../proposals/proposals-notice.tsx'
import { readDrop } from './choose-files.ts'
import { QueueBar } from './queue-bar.tsx'
import { QueueChoice } from './queue-choice.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { DetailsButtons, DetailsSheet } from './details-sheet.tsx'
import { QueueFilters } from './queue-filters.tsx'
import { QueueNotices } from './queue-notices.tsx'
import { QueueTable } from './queue-table.tsx'
import { PasteDialog } from '../sheet/paste-dialog.tsx'
import { SheetDialog } from '../sheet/sheet-dialog.tsx'
import { DuplicatesNotice } from '../duplicates/duplicates-notice.tsx'
import classes from './batch.module.css'
import { useDetails } from './use-details.ts'
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
  const details = useDetails(screen, itself)
  useQueueKeys(screen, { form: itself, details })
  useFocusFallback(itself, (gone) => {
    const { entries } = screen.view
    const row = gone.closest<HTMLElement>('tr[data-key]')
    // A row scrolled out of view is not rendered, so it cannot regain the focus by itself.
    if (entries.some(({ key }) => key === row?.dataset['key'])) return
    if (details.isOpen) focusOn(itself.current?.querySelector('dialog [data-autofocus]') ?? null)
    else if (entries.length > 0) screen.focusFile()
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
    if (lacks === null) {
      details.close()
      outcome.current?.focus()
    }
    // The fields show the selection of incomplete files only after the next frame.
    else requestAnimationFrame(() => details.open(lacks))
  }
  const drop = useFileDrop(screen)
  const { entries } = screen.view
  return (
    <form
      ref={itself}
      noValidate
      className={classes.batch}
      data-empty={entries.length === 0 || undefined}
      aria-busy={screen.isSending}
      onSubmit={submit}
    >
      <div className={classes.files} {...drop}>
        <div className={classes.top}>
          {entries.length > 0 && <QueueFilters screen={screen} />}
          <QueueChoice screen={screen} />
        </div>
        {!details.isPanel && <DetailsButtons screen={screen} details={details} />}
        {entries.length > 0 && !screen.view.isElsewhere && (
          <ProposalsNotice proposals={screen.proposals} onAcceptAll={screen.acceptAllProposals} />
        )}
        <QueueNotices screen={screen} />
        {entries.length > 0 && (
          <QueueTable
            screen={screen}
            onOpen={() => details.open()}
            onRow={details.isPanel ? null : () => details.open()}
          />
        )}
        {/* It comes late, and moves no row from here. */}
        <DuplicatesNotice duplicates={screen.duplicates} total={entries.length} />
      </div>
      {details.isPanel && <DetailsPanel screen={screen} />}
      {details.isOpen && <DetailsSheet screen={screen} details={details} />}
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

/** Makes an element accept dropped files and folders for the queue. */
function useFileDrop({ add, view }: Pick<QueueScreen, 'add' | 'view'>) {
  const [isOver, setIsOver] = useState(false)
  return {
    'data-active': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      if (!view.isElsewhere) void readDrop(event.dataTransfer).then(add)
    },
  }
}
