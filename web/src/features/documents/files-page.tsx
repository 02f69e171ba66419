import type { Upload } from '@portal/contract/files/files.ts'
import { useRef, type ComponentType } from 'react'
import { countyText } from '../../lib/county-text.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { KeysHelp, type KeyList } from '../../ui/keys-help.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useRowPlace } from '../../ui/use-row-place.ts'
import { DeleteNotice } from './delete-notice.tsx'
import { FilesFilters } from './files-filters.tsx'
import { FilesList } from './files-list.tsx'
import classes from './files.module.css'
import { useDelete } from './use-delete.ts'
import { useEditQueue } from './use-edit-queue.ts'
import { useFilesScreen, useListLookups } from './use-files-screen.ts'

const KEYS: KeyList = [
  ['/', 'Open the filters'],
  ['↑ ↓', 'Move between rows'],
  ['Home End', 'Go to the first or the last row'],
  ['Ctrl+Z', 'Undo a deletion while its notice is shown'],
  ['Escape', 'Close a dialog'],
  ['?', 'Show these keys'],
]

export type EditDialogProps = {
  readonly document: Upload
  /** The document below it in the list; null at the end of the page. */
  readonly next: Upload | null
  readonly onNext: () => void
  readonly onClose: () => void
  /** Some or all of what was typed has been saved. */
  readonly onSaved: () => void
}

type Props = {
  /** The dialog for one document, for those who may edit it; the app passes it in, because features do not know each other. */
  readonly editDialog: ComponentType<EditDialogProps>
}

/** /home: the documents list. */
export function FilesPage({ editDialog: EditDialog }: Props) {
  useTitle('Documents')
  const screen = useFilesScreen()
  const lookups = useListLookups()
  const list = useRef<HTMLElement>(null)
  const place = useRowPlace(list, screen.uploads.shown?.files)
  const reload = () => void screen.reload()
  const deletion = useDelete({ onUndo: place.awaitKey, onSettled: reload })
  const editing = useEditQueue({ rows: screen.uploads.shown?.files, place, onSaved: reload })
  return (
    <>
      <PageHeading aside={<Aside />}>Documents</PageHeading>
      <FilesFilters screen={screen} lookups={lookups} />
      <FilesList
        ref={list}
        screen={screen}
        lookups={lookups}
        onDelete={deletion.ask}
        onEdit={editing.open}
        onUnopenable={deletion.tell}
      />
      <DeleteNotice deletion={deletion} />
      <ConfirmDialog
        opened={deletion.asked !== null}
        title={`Delete file ${deletion.asked?.FileID}`}
        question="Are you sure you want to delete this?"
        subject={deletion.asked?.FileName}
        onYes={deletion.confirm}
        onNo={deletion.decline}
      />
      {editing.edited !== null && (
        <EditDialog
          document={editing.edited}
          next={editing.next}
          onNext={editing.goOn}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </>
  )
}

/** Beside the heading: whose documents these are, and the keys. */
function Aside() {
  const county = countyText(useSession())
  return (
    <div className={classes.aside}>
      {county !== null && <span className={classes.county}>{county}</span>}
      <KeysHelp keys={KEYS} switchLabel="Use the keys / and ?" />
    </div>
  )
}
