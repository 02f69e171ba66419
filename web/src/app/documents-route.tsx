import { EditDialog } from '../features/edit/edit-dialog.tsx'
import { FilesPage } from '../features/documents/files-page.tsx'

/** The documents list with the dialog of another room in it: the two meet only here. */
export function DocumentsRoute() {
  return <FilesPage editDialog={EditDialog} />
}
