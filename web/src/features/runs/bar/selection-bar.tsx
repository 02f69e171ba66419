import type { StatusId } from '@portal/contract/files/status.ts'
import type { RunAction } from '@portal/contract/runs/actions.ts'
import type { Run } from '@portal/contract/runs/runs.ts'
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { may } from '../../../lib/rights.ts'
import { countOf, useContents, useIsOpen } from '../../../lib/selection/selection.ts'
import type { SelectionBarProps } from '../../../lib/selection/selection-bar-props.ts'
import { useSession } from '../../../lib/session.ts'
import { useSingleKeys } from '../../../lib/single-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { focusScreenHeading, useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { ArchiveDialog } from '../archive/archive-dialog.tsx'
import type { ChangeKind } from '../dialog/action-draft.ts'
import { ChangeDialog } from '../dialog/change-dialog.tsx'
import { RunDialog } from '../dialog/run-dialog.tsx'
import { StatusDialog } from '../dialog/status-dialog.tsx'
import { RunNotice } from '../run-notice.tsx'
import classes from './selection-bar.module.css'
import { containsText, moreOf } from '../selection-texts.ts'
import { StatusMenu } from './status-menu.tsx'
import { useDone } from '../use-done.ts'

type Task =
  | { readonly is: 'status'; readonly statusId: StatusId }
  | { readonly is: 'change' | 'download' | 'bin' }

/** At the bottom of the window: what is selected, and what may be done with it. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, onChanged } = props
  const place = useRef<HTMLDivElement>(null)
  const contents = useContents(selection)
  const isShown = countOf(contents) > 0
  const hasRoom = useRoom(isShown)
  const [task, setTask] = useState<Task | null>(null)
  const done = useDone(onChanged)
  useFocusFallback(place, focusList)
  const onStarted = (run: Run, action: RunAction) => {
    // The dialog returns the focus first. Then the bar disappears, and the list has it.
    flushSync(() => setTask(null))
    selection.set([])
    done.tell(run, action)
  }
  return (
    <>
      <div ref={place} data-selection-room={hasRoom || undefined}>
        {isShown && <Bar {...props} onTask={setTask} />}
      </div>
      <TaskDialog {...props} task={task} onStarted={onStarted} onClose={() => setTask(null)} />
      <RunNotice done={done} />
    </>
  )
}

/**
 * Whether the page keeps room for the bar at its end (R20.52). Without it the end of the page would jump as the bar goes,
 * so the room stays until nothing in the window moves.
 */
function useRoom(isShown: boolean): boolean {
  const [hasRoom, setHasRoom] = useState(isShown)
  if (isShown && !hasRoom) setHasRoom(true)
  const isLeft = hasRoom && !isShown
  useEffect(() => {
    if (!isLeft) return undefined
    const settle = () => {
      if (!isRoomInWindow()) setHasRoom(false)
    }
    settle()
    addEventListener('scroll', settle, { passive: true })
    return () => removeEventListener('scroll', settle)
  }, [isLeft])
  return hasRoom
}

/** Whether the window is scrolled so far down that it would scroll back without the room. */
function isRoomInWindow(): boolean {
  const footer = document.querySelector('main + footer')
  const room = footer ? parseFloat(getComputedStyle(footer).marginBottom) : 0
  return scrollY > 0 && scrollY + innerHeight + room > document.documentElement.scrollHeight
}

type BarProps = SelectionBarProps & { readonly onTask: (task: Task) => void }

function Bar({ selection, matching, rows, onShow, onTask }: BarProps) {
  const contents = useContents(selection)
  const isOpen = useIsOpen(selection)
  const actions = useRef<HTMLDivElement>(null)
  useSingleKeys({ a: () => actions.current?.querySelector('button')?.focus() })
  const page = { ids: rows.map(({ FileID }) => FileID), matching }
  const more = moreOf(contents, page)
  const selectMore = () => {
    if (more?.what === 'page') selection.change(page.ids, true)
    else if (matching) selection.setAll(matching)
  }
  const mayEdit = may(useSession(), 'documents.edit')
  const text = containsText(contents, page)
  return (
    <section aria-label="Selected files" data-selection-bar className={classes.bar}>
      <IconButton title="Clear the selection (Escape)" aria-label="Clear" onClick={() => selection.set([])}>
        <IconX aria-hidden size={18} />
      </IconButton>
      <div className={classes.words}>
        <output className={classes.contains} title={text}>
          {text}
        </output>
        <div className={classes.more}>
          {more && <LinkButton onClick={selectMore}>{more.text}</LinkButton>}
          {contents.kind === 'all' && !isOpen && (
            <LinkButton onClick={() => onShow(contents.matching.filter)}>Show these files</LinkButton>
          )}
          <Link to={PATHS.runs}>Your runs</Link>
        </div>
      </div>
      <div ref={actions} className={classes.actions}>
        {mayEdit && <StatusMenu onChoose={(statusId) => onTask({ is: 'status', statusId })} />}
        <Button aria-haspopup="dialog" onClick={() => onTask({ is: 'change' })}>
          {mayEdit ? 'Change…' : 'Comment…'}
        </Button>
        <Button
          aria-haspopup="dialog"
          aria-label="Download"
          title="Download as ZIP file"
          onClick={() => onTask({ is: 'download' })}
        >
          <IconDownload aria-hidden size={17} />
          <span className={classes.word}>Download</span>
        </Button>
        <Button
          aria-haspopup="dialog"
          aria-label="Move to Recycle Bin"
          title="Move to Recycle Bin"
          onClick={() => onTask({ is: 'bin' })}
        >
          <IconTrash aria-hidden size={17} />
          <span className={classes.word}>Move to Recycle Bin</span>
        </Button>
      </div>
    </section>
  )
}

function LinkButton(props: { readonly onClick: () => void; readonly children: string }) {
  return <button type="button" className={classes.link} {...props} />
}

type TaskProps = SelectionBarProps & {
  readonly task: Task | null
  readonly onStarted: (run: Run, action: RunAction) => void
  readonly onClose: () => void
}

const BIN = { kind: 'bin' } as const

function TaskDialog({ task, selection, rows, countyId, onStarted, onClose }: TaskProps) {
  const mayEdit = may(useSession(), 'documents.edit')
  // The same change is often made to several selections, one after the other.
  const [lastChange, setLastChange] = useState<ChangeKind>('type')
  if (task === null) return null
  const shared = { contents: selection.contents(), onClose, onStarted }
  if (task.is === 'download') return <ArchiveDialog contents={shared.contents} onClose={onClose} />
  if (task.is === 'status') {
    return <StatusDialog {...shared} statusId={task.statusId} />
  }
  if (task.is === 'bin') {
    return <RunDialog {...shared} title="Move to Recycle Bin" action={BIN} focus="cancel" />
  }
  return (
    <ChangeDialog
      {...shared}
      first={mayEdit ? lastChange : 'comment'}
      title={mayEdit ? 'Change files' : 'Comment on files'}
      categoryId={rows.find(({ FileID }) => selection.isSelected(FileID))?.CategoryID ?? null}
      countyId={countyId}
      onStarted={(run, action) => {
        setLastChange(action.kind as ChangeKind)
        onStarted(run, action)
      }}
    />
  )
}

/** The row that Tab reaches. */
function focusList(): void {
  const row = document.querySelector<HTMLElement>('main tbody tr[tabindex="0"]')
  if (row) row.focus({ preventScroll: true })
  else focusScreenHeading()
}
