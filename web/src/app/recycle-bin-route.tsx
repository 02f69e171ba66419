import { DocumentPanel } from '../features/viewer/document-panel.tsx'
import { RecycleBinPage } from '../features/recycle-bin/recycle-bin-page.tsx'

/** The recycle bin with the viewer; only this file connects them. */
export function RecycleBinRoute() {
  return <RecycleBinPage documentPanel={DocumentPanel} />
}
