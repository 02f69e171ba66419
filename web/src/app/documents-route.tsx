import { EditDialog } from '../features/edit/edit-dialog.tsx'
import { DocumentPanel } from '../features/viewer/document-panel.tsx'
import { FilesPage } from '../features/documents/files-page.tsx'

/** The documents list with the parts of other features; only this file connects them. */
export function DocumentsRoute() {
  return <FilesPage editDialog={EditDialog} documentPanel={DocumentPanel} />
}
