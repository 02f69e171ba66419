import { exportOwners } from '@portal/contract/owners/export-owners.ts'
import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useExportFile } from '../../../ui/use-export-file.ts'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import classes from '../owners.module.css'
import type { OwnerView } from '../roll/owner-view.ts'
import { useExport } from './use-export.ts'
import type { OwnersScreen } from '../use-owners-screen.ts'

type Props = { readonly screen: OwnersScreen; readonly view: OwnerView | null }

/** Exports the rows with the current filter and order: the browser writes CSV, the server XLSX. */
export function ExportButton({ screen, view }: Props) {
  const csv = useExport(screen)
  const book = useExportFile(exportOwners, exportQuery(screen))
  const itself = useRef<HTMLDivElement>(null)
  useFocusFallback(itself, () => itself.current?.querySelector('button')?.focus())
  const isEmpty = !view || view.length === 0
  const failed = csv.hasFailed ? 'The export has failed. Please try again.' : book.problem
  const dismiss = () => {
    csv.dismiss()
    book.reset()
  }
  return (
    <div ref={itself} className={classes.export}>
      {csv.share === null && !book.isRunning ? (
        <>
          <Button disabled={isEmpty} onClick={() => view && void csv.start(view)}>
            <IconDownload aria-hidden size={16} />
            Export CSV
          </Button>
          <Button disabled={isEmpty} onClick={() => book.start()}>
            Export XLSX
          </Button>
        </>
      ) : (
        <>
          <progress
            className={classes.progress}
            max={100}
            value={csv.share === null ? undefined : Math.round(csv.share * 100)}
            aria-label="Export"
          />
          <Button onClick={csv.share === null ? book.stop : csv.stop}>Cancel export</Button>
        </>
      )}
      {failed !== null && (
        <Notice tone="error" onDismiss={dismiss}>
          {failed}
        </Notice>
      )}
    </div>
  )
}

function exportQuery({ shownCountyId, year, search, sort }: OwnersScreen) {
  return {
    appraisalYear: year,
    countyId: shownCountyId ?? undefined,
    search: search.settled || undefined,
    order: `${sort.isDescending ? '-' : ''}${sort.column}`,
  }
}
