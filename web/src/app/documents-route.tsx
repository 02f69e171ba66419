import { EditDialog } from '../features/edit/edit-dialog.tsx'
import { DocumentPanel } from '../features/viewer/document-panel.tsx'
import { SelectionBar } from '../features/runs/bar/selection-bar.tsx'
import { FilesPage } from '../features/documents/files-page.tsx'
import { FoundOwners } from '../features/search/found-owners.tsx'

/** The documents list with the parts of other features; only this file connects them. */
export function DocumentsRoute() {
  return (
    <FilesPage
      editDialog={EditDialog}
      documentPanel={DocumentPanel}
      foundOwners={FoundOwners}
      selectionBar={SelectionBar}
    />
  )
}
