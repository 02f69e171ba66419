import { EditDialog } from '../features/edit/edit-dialog.tsx'
import { FilesPage } from '../features/documents/files-page.tsx'

/** The documents list with another feature's dialog; only this file connects the two. */
export function DocumentsRoute() {
  return <FilesPage editDialog={EditDialog} />
}
