import type { Upload } from '@portal/contract/files.ts'
import { DELETE_NOTICE } from '@portal/contract/limits.ts'
import { useRef, type ComponentType } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NoticeDock } from '../../ui/notice-dock.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { FilesFilters } from './files-filters.tsx'
import { FilesList } from './files-list.tsx'
import { useDelete } from './use-delete.ts'
import { useEdited } from './use-edited.ts'
import { useFilesScreen, useListLookups } from './use-files-screen.ts'

export type EditDialogProps = {
  readonly document: Upload
  /** What stood below it in the list; null at the end of the page. */
  readonly next: Upload | null
  readonly onNext: () => void
  readonly onClose: () => void
  /** Some or all of what was typed is saved. */
  readonly onSaved: () => void
}

type Props = {
  /** The administrators' dialog of one document; the app brings it in, features do not know each other. */
  readonly editDialog: ComponentType<EditDialogProps>
}

/** /home: the documents list. */
export function FilesPage({ editDialog: EditDialog }: Props) {
  useTitle('Documents')
  const screen = useFilesScreen()
  const lookups = useListLookups(screen)
  const list = useRef<HTMLElement>(null)
  const deletion = useDelete({
    // The row goes, and with it the button that had the focus.
    onDeleted: () => list.current?.focus({ preventScroll: true }),
    onSettled: () => void screen.reload(),
  })
  const editing = useEdited(screen.uploads.shown?.files)
  return (
    <>
      <PageHeading>Documents</PageHeading>
      <FilesFilters screen={screen} lookups={lookups} />
      <FilesList ref={list} screen={screen} lookups={lookups} onDelete={deletion.ask} onEdit={editing.open} />
      <NoticeDock>
        {deletion.notice && (
          <Notice
            key={deletion.notice.id}
            tone={deletion.notice.tone}
            dismissAfter={DELETE_NOTICE}
            onDismiss={deletion.dismiss}
          >
            {deletion.notice.text}
          </Notice>
        )}
      </NoticeDock>
      <ConfirmDialog
        opened={deletion.asked !== null}
        title={`Delete file ${deletion.asked?.FileID}`}
        question="Are you sure you want to delete this?"
        onYes={deletion.confirm}
        onNo={deletion.decline}
      />
      {editing.edited !== null && (
        <EditDialog
          document={editing.edited}
          next={editing.next}
          onNext={editing.goOn}
          onClose={editing.close}
          onSaved={() => void screen.reload()}
        />
      )}
    </>
  )
}
