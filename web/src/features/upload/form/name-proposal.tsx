import { useRef } from 'react'
import { useSingleKeys } from '../../../lib/single-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { useNameProposal } from '../proposals/use-name-proposal.ts'
import classes from './name-proposal.module.css'
import type { UploadScreen } from './use-upload-screen.ts'

type Props = {
  readonly screen: UploadScreen
  /** Called once the pressed button is gone. */
  readonly onLeft: () => void
}

/** What the name of the chosen file proposes, in one line. It comes late, so its line is there before it (R3.74). */
export function NameProposal({ screen, onLeft }: Props) {
  const { upload, fields, county, choices } = screen
  const chosen = upload.chosen?.uploadState.state === 'chosen' ? upload.chosen.file : null
  const proposal = useNameProposal({
    name: chosen?.name ?? null,
    fields,
    county,
    categories: choices.categories.list,
  })
  const accept = () => proposal && screen.change(proposal.facts)
  useSingleKeys({ y: accept })
  const line = useRef<HTMLDivElement>(null)
  useFocusFallback(line, onLeft)
  return (
    <div ref={line} className={classes.line} data-kept={upload.chosen !== null || undefined}>
      {proposal && (
        <>
          <output className={classes.text} title={proposal.text}>
            <span className={classes.source}>From the file name:</span> {proposal.text}
          </output>
          <Button aria-keyshortcuts="y" onClick={accept}>
            Accept <kbd>y</kbd>
          </Button>
        </>
      )}
    </div>
  )
}
