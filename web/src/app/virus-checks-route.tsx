import { DocumentPanel } from '../features/viewer/document-panel.tsx'
import { VirusChecksPage } from '../features/virus-checks/virus-checks-page.tsx'

/** The virus checks with the viewer; only this file connects them. */
export function VirusChecksRoute() {
  return <VirusChecksPage documentPanel={DocumentPanel} />
}
