import { OwnersPage } from '../features/owners/owners-page.tsx'
import { DocumentPanel } from '../features/viewer/document-panel.tsx'

/** The owner details with the viewer; only this file connects them. */
export function OwnersRoute() {
  return <OwnersPage documentPanel={DocumentPanel} />
}
