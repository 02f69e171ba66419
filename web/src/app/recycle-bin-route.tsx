import { DocumentPanel } from '../features/viewer/document-panel.tsx'
import { RecycleBinPage } from '../features/recycle-bin/recycle-bin-page.tsx'
import { RestoreFiles } from '../features/runs/restore-files.tsx'

/** The recycle bin with the viewer and the runs; only this file connects them. */
export function RecycleBinRoute() {
  return <RecycleBinPage documentPanel={DocumentPanel} restoreFiles={RestoreFiles} />
}
