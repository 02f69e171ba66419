import { useState, type ComponentType } from 'react'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AttachmentsDialog } from './attachments-dialog.tsx'
import { ExportButton } from './export/export-button.tsx'
import { OwnersList } from './table/owners-list.tsx'
import type { OwnerInRow } from './table/owners-table.tsx'
import classes from './owners.module.css'
import { OwnersToolbar } from './owners-toolbar.tsx'
import { useOwnersScreen } from './use-owners-screen.ts'

type Props = {
  /** An attachment above its dialog. */
  readonly documentPanel: ComponentType<DocumentPanelProps>
}

/** /owner-details: the owner roll of a county and appraisal year. */
export function OwnersPage({ documentPanel }: Props) {
  const screen = useOwnersScreen()
  const { roll, year, search, sort, shownCountyId } = screen
  const [opened, setOpened] = useState<OwnerInRow | null>(null)
  const view = roll.loaded?.selectView({ search: search.settled, sort }) ?? null
  return (
    <div className={classes.page}>
      <PageHeading>Owner Details ({year})</PageHeading>
      <OwnersToolbar screen={screen}>
        <ExportButton screen={screen} view={view} />
      </OwnersToolbar>
      {screen.hasNoCounty && (
        <p className={classes.noCounty}>
          Your account has no county yet, so there is no owner roll to show. Please contact the helpdesk.
        </p>
      )}
      {screen.needsCounty ? (
        <EmptyState>Please select a county.</EmptyState>
      ) : (
        <OwnersList screen={screen} view={view} onFiles={setOpened} />
      )}
      {opened && (
        <AttachmentsDialog
          ownerName={opened.name}
          owner={{
            ownerNbr: opened.partyNumber,
            appraisalYear: year,
            ...(shownCountyId !== null && { countyId: shownCountyId }),
          }}
          documentPanel={documentPanel}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
