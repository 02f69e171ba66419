import type { Metadata } from '@portal/contract/edit.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { EditOrOffer } from './edit-or-offer.tsx'
import { editRecordQuery } from './edit.queries.ts'
import { useForgetEdit } from './use-kept-edit.ts'
import { useNext } from './use-next.ts'

type Props = {
  /** What the list knows of the document. */
  readonly document: Metadata
  /** What stands below it in the list; null at the end. */
  readonly next: Metadata | null
  readonly onNext: () => void
  readonly onClose: () => void
  /** Some or all of what was typed is saved. */
  readonly onSaved: () => void
}

/** The administrators' Edit dialog of one document after the other. Asks before it closes on what is not saved. */
export function EditDialog({ document, next, onNext, onClose, onSaved }: Props) {
  const record = useQuery(editRecordQuery(document))
  // Not a state, which would follow a moment later: an Escape right behind the last key must know of it.
  const isUnsaved = useRef(false)
  const remember = useCallback((isSo: boolean) => {
    isUnsaved.current = isSo
  }, [])
  const leaving = useNext({ document, next, isUnsaved: () => isUnsaved.current, onNext })
  const [isAsking, setIsAsking] = useState(false)
  const close = () => (isUnsaved.current ? setIsAsking(true) : onClose())
  const forget = useForgetEdit()
  const giveUp = () => {
    forget(document.FileID)
    onClose()
  }
  return (
    <>
      {/* First, so that it is the first to give the focus back where both close at once. */}
      <ConfirmDialog
        opened={isAsking}
        title="Close without saving?"
        question="What you changed here is not saved and would be lost."
        onYes={giveUp}
        onNo={() => setIsAsking(false)}
      />
      <p aria-live="polite" className="for-screen-readers">
        {leaving.left &&
          `File ${leaving.left.fileId} is done. This is file ${document.FileID}, ${document.FileName}.`}
      </p>
      <Dialog opened title="Edit" width={560} fillsPhone onClose={close}>
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
