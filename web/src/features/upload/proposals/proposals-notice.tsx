import { Button } from '../../../ui/button.tsx'
import { proposalsText } from './proposal-texts.ts'
import classes from './proposals.module.css'
import type { Proposals } from './use-proposals.ts'

type Props = { readonly proposals: Proposals; readonly onAcceptAll: () => void }

/**
 * Counts the files with a proposal, with buttons to accept or hide all proposals. Proposals come late, so their line is
 * there before them (R3.68).
 */
export function ProposalsNotice({ proposals, onAcceptAll }: Props) {
  if (proposals.all.length === 0) return <div className={classes.line} />
  return (
    <div className={classes.line}>
      <output className={classes.said}>{proposalsText(proposals.all, proposals.free)}</output>
      {proposals.free.length > 0 && (
        <Button onClick={onAcceptAll}>
          {proposals.free.length === 1 ? 'Fill in' : `Fill in all ${proposals.free.length}`}
        </Button>
      )}
      <Button look="quiet" onClick={proposals.hide}>
        {proposals.all.length === 1 ? 'Hide suggestion' : 'Hide suggestions'}
      </Button>
    </div>
  )
}
