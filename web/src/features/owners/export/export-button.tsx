import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import classes from '../owners.module.css'
import type { OwnerView } from '../roll/owner-view.ts'
import { useExport } from './use-export.ts'
import type { OwnersScreen } from '../use-owners-screen.ts'

type Props = { readonly screen: OwnersScreen; readonly view: OwnerView | null }

/** Exports the rows with the current filter and order. */
export function ExportButton({ screen, view }: Props) {
  const { share, hasFailed, start, stop, dismiss } = useExport(screen)
  const itself = useRef<HTMLDivElement>(null)
  useFocusFallback(itself, () => itself.current?.querySelector('button')?.focus())
  const percent = Math.round((share ?? 0) * 100)
  return (
    <div ref={itself} className={classes.export}>
      {share === null ? (
        <Button disabled={!view || view.length === 0} onClick={() => view && void start(view)}>
          <IconDownload aria-hidden size={16} />
          Export CSV
        </Button>
      ) : (
        <>
          <progress className={classes.progress} max={100} value={percent} aria-label="Export" />
          <Button onClick={stop}>Cancel export</Button>
        </>
      )}
      {hasFailed && (
        <Notice tone="error" onDismiss={dismiss}>
          The export has failed. Please try again.
        </Notice>
      )}
    </div>
  )
}
