import type { SavedView } from '@portal/contract/views/views.ts'
import { useMutation } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { failureText } from '../../../lib/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ListNotice } from '../../../ui/list-screen/list-notice.tsx'
import { useFold } from '../../../ui/use-fold.ts'
import { useNotice } from '../../../ui/use-notice.ts'
import type { DocumentsState } from '../list-address.ts'
import { toParameters } from '../list-parameters.ts'
import type { Views } from './use-views.ts'
import { addressOf } from './view-address.ts'
import { updateView } from './views.queries.ts'
import classes from './view-tabs.module.css'

type Props = {
  readonly views: Views
  readonly state: DocumentsState
  /** Opens the dialog that saves the filters as a new view. */
  readonly onNew: () => void
}

/** Saves the filters as a view. On a changed view the same button opens what can be done with the changes. */
export function SaveViewMenu({ views, state, onNew }: Props) {
  const { area, button, isOpen, setIsOpen } = useFold<HTMLDivElement>()
  const [, setParams] = useSearchParams()
  const { notice, show, dismiss } = useNotice()
  const saving = useMutation({
    mutationFn: (view: SavedView) =>
      updateView({ id: view.id, query: new URLSearchParams(toParameters(state)).toString() }),
    onSuccess: ({ name }) => show({ tone: 'success', text: `The view “${name}” is saved.` }),
    onError: (failure) => show({ tone: 'error', text: failureText(failure, 'Failed to save the view.') }),
    onSettled: views.reload,
  })
  const changed = views.isChanged ? views.current : null
  const choose = (act: () => void) => () => {
    setIsOpen(false)
    button.current?.focus()
    act()
  }
  return (
    <div ref={area} className={classes.save}>
      <Button
        ref={button}
        look="quiet"
        {...(changed ? { 'aria-expanded': isOpen } : { 'aria-haspopup': 'dialog' })}
        title={changed ? `“${changed.name}” has changes` : undefined}
        data-changed={changed ? true : undefined}
        onClick={() => (changed ? setIsOpen(!isOpen) : onNew())}
      >
        <IconPlus aria-hidden size={16} />
        <span className={classes.word}>Save view</span>
      </Button>
      {isOpen && changed && (
        <section aria-label="Changes of the view" className={classes.changes}>
          <p className={classes.about}>
            <bdi>{changed.name}</bdi> has changes.
          </p>
          {changed.mayChange && (
            <Button look="primary" isWide onClick={choose(() => saving.mutate(changed))}>
              Save changes
            </Button>
          )}
          <Button isWide onClick={choose(onNew)}>
            Save as new
          </Button>
          <Button isWide onClick={choose(() => setParams(addressOf(changed, state.county)))}>
            Discard changes
          </Button>
        </section>
      )}
      <ListNotice notice={notice} dismiss={dismiss} />
    </div>
  )
}
