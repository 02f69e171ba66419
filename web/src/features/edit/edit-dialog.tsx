import type { Metadata } from '@portal/contract/edit/edit.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState, useId } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DISCARD } from '../../ui/discard.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { editRecordQuery } from './edit.queries.ts'
import { useDiscardEdit, useUnsavedOffer } from './use-unsaved-edit.ts'
import { useNext } from './save/use-next.ts'
import { EditForm, type EditFormProps } from './form/edit-form.tsx'
import { PART_LABEL } from './edit-texts.ts'
import { Button } from '../../ui/button.tsx'
import classes from './edit.module.css'

type KeptOfferProps = {
  /** The names of the sections that would change. */
  readonly parts: readonly string[]
  readonly onBring: () => void
  readonly onDiscard: () => void
}

type Props = {
  /** The document's data from the list. */
  readonly document: Metadata
  /** The document below it in the list; null at the end. */
  readonly next: Metadata | null
  readonly onNext: () => void
  readonly onClose: () => void
  /** Called after a save, full or partial. */
  readonly onSaved: () => void
}

/** The edit dialog, for one document after another. Asks before it closes with unsaved changes. */
export function EditDialog({ document, next, onNext, onClose, onSaved }: Props) {
  const record = useQuery(editRecordQuery(document))
  // A ref, because React state updates later: an Escape right after the last key must see it.
  const isUnsaved = useRef(false)
  const remember = useCallback((isSo: boolean) => {
    isUnsaved.current = isSo
  }, [])
  const leaving = useNext({ document, next, isUnsaved: () => isUnsaved.current, onNext })
  const [isAsking, setIsAsking] = useState(false)
  const close = () => (isUnsaved.current ? setIsAsking(true) : onClose())
  const forget = useDiscardEdit()
  const giveUp = () => {
    forget(document.FileID)
    onClose()
  }
  return (
    <>
      {/* Rendered first, so that it returns the focus first when both dialogs close together. */}
      <ConfirmDialog
        opened={isAsking}
        title="Close without saving?"
        question="What you changed here is not saved and would be lost."
        {...DISCARD}
        onYes={giveUp}
        onNo={() => setIsAsking(false)}
      />
      <p aria-live="polite" className="for-screen-readers">
        {leaving.left &&
          `File ${leaving.left.fileId} is done. This is file ${document.FileID}, ${document.FileName}.`}
      </p>
      <Dialog opened title="Edit" width={560} fillsPhone hasColumns onClose={close}>
        {record.data && (
          <EditOrOffer
            key={document.FileID}
            record={record.data}
            next={leaving}
            onSaved={onSaved}
            onUnsaved={remember}
            onCancel={close}
          />
        )}
        {record.isPending && <Loading>Loading file {document.FileID}...</Loading>}
        {record.isLoadingError && (
          <LoadFailed text={record.error.message} onRetry={() => void record.refetch()} />
        )}
      </Dialog>
    </>
  )
}

/** The form for one document, below an offer to restore the user's unsaved edits. */
function EditOrOffer(props: Omit<EditFormProps, 'kept'>) {
  const { parts, brought, bring, discard } = useUnsavedOffer(props.record)
  return (
    <>
      {parts.length > 0 && (
        <UnsavedOffer parts={parts.map((part) => PART_LABEL[part])} onBring={bring} onDiscard={discard} />
      )}
      <EditForm key={brought ? 'brought back' : 'as it stands'} {...props} kept={brought} />
    </>
  )
}

/** Offers to restore unsaved edits. */
function UnsavedOffer({ parts, onBring, onDiscard }: KeptOfferProps) {
  const title = useId()
  return (
    <section aria-labelledby={title} className={classes.offer}>
      <h3 id={title} className={classes.offerTitle}>
        What you changed here was not saved, and is kept.
      </h3>
      <p>Unsaved changes: {parts.join(', ')}.</p>
      <div className={classes.actions}>
        <Button look="primary" aria-describedby={title} onClick={onBring}>
          Bring it back
        </Button>
        <Button aria-describedby={title} onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </section>
  )
}
