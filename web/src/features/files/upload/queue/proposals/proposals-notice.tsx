import { Button } from '../../../../../ui/button.tsx'
import queue from '../queue.module.css'
import type { QueueScreen } from '../use-queue-screen.ts'
import { proposalsText } from './proposal-texts.ts'

/** How many files have a proposal, and the way to accept them all, or to see none. */
export function ProposalsNotice({ screen }: { readonly screen: QueueScreen }) {
  const { proposals, view } = screen
  if (proposals.all.length === 0 || view.isElsewhere) return null
  return (
    <div className={queue.note}>
      <output>{proposalsText(proposals.all, proposals.free)}</output>
      {proposals.free.length > 0 && (
        <Button onClick={screen.acceptAllProposals}>
          Accept {proposals.free.length === 1 ? 'it' : `all ${proposals.free.length}`}
        </Button>
      )}
      <Button look="quiet" onClick={proposals.hide}>
        Hide {proposals.all.length === 1 ? 'it' : 'them'}
      </Button>
    </div>
  )
}
