import type { RunAction, RunActionKind } from '@portal/contract/runs/actions.ts'
import type { Run } from '@portal/contract/runs/runs.ts'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react'
import { countOf, toInput, type Contents } from '../../../lib/selection/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { startText } from '../run-texts.ts'
import { SelectionScope } from '../selection-scope.tsx'
import { ChangePreview } from './change-preview.tsx'
import classes from './run-dialog.module.css'
import { useChange } from './use-change.ts'

type Props = {
  readonly title: string
  readonly contents: Contents
  /** Null until it is complete. */
  readonly action: RunAction | null
  /** The kind of change before it is complete; without it, any change. */
  readonly kind?: RunActionKind
  /** What unchanged files are, such as `Completed`. */
  readonly already?: string
  /** Where the focus starts: on the button that starts the change, on *Cancel*, or in a field. */
  readonly focus: 'start' | 'cancel' | 'field'
  readonly onStarted: (run: Run, action: RunAction) => void
  readonly onClose: () => void
  /** The fields of the change. */
  readonly children?: ReactNode
}

/** A change of the selected files: its fields, its preview, and the button that starts it. */
export function RunDialog({
  title,
  action,
  kind,
  already,
  focus,
  onStarted,
  onClose,
  children,
  ...of
}: Props) {
  // The selection as it was when the dialog opened.
  const [contents] = useState(of.contents)
  const [selection] = useState(() => toInput(contents))
  const change = useChange({ selection, action, onStarted })
  const { preview, mayStart, isStarting } = change
  const count = countOf(contents)
  const shownKind = action?.kind ?? kind ?? null
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    change.start()
  }
  const form = useRef<HTMLFormElement>(null)
  useEnterInSelect(form, change.start)
  return (
    <Dialog opened title={title} fillsPhone={focus === 'field'} onClose={onClose}>
      <form ref={form} noValidate aria-busy={isStarting} className={classes.form} onSubmit={send}>
        <SelectionScope contents={contents} />
        {children}
        <ChangePreview change={change} count={count} already={already ?? null} kind={shownKind} />
        <DialogFoot>
          <Button data-autofocus={focus === 'cancel' || undefined} onClick={onClose}>
            Cancel
          </Button>
          <span className={classes.start}>
            <Button
              type="submit"
              look={action?.kind === 'bin' ? 'danger' : 'primary'}
              aria-disabled={!mayStart}
              data-autofocus={focus === 'start' || undefined}
            >
              {isStarting ? 'Changing...' : startText(shownKind, preview?.changed ?? count)}
            </Button>
          </span>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Enter in a select, which not every browser takes as sending the form. */
function useEnterInSelect(form: RefObject<HTMLFormElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const element = form.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
      event.preventDefault()
      press()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [form])
}
