import { useId } from 'react'
import type { QueueEntry } from '../queue-entry.ts'
import type { QueueScreen } from '../use-queue-screen.ts'
import { kindText } from './proposal-texts.ts'
import classes from './proposals.module.css'

/** What is proposed, where what is said would stand. */
export function Proposed({ text }: { readonly text: string }) {
  return (
    <span className={classes.proposed} title={`Proposed: ${text}`}>
      <span className={classes.mark}>Proposed:</span> {text}
    </span>
  )
}

type Props = {
  readonly screen: QueueScreen
  readonly entry: QueueEntry
  readonly at: number
}

/** In the row of a file with a proposal: takes over all of it, for this file alone. */
export function AcceptButton({ screen, entry, at }: Props) {
  const proposal = screen.proposals.of(entry.key)
  const told = useId()
  if (!proposal || screen.view.isElsewhere) return null
  const { facts } = proposal
  const what = [kindText(facts, screen.names.types), facts.description].filter(Boolean).join(' · ')
  return (
    <>
      <button
        type="button"
        className={classes.accept}
        tabIndex={at === screen.selection.at ? 0 : -1}
        title={`Accept: ${what}`}
        aria-label={`Accept the proposal for ${entry.name}`}
        aria-describedby={told}
        onClick={() => screen.acceptProposalAt(at)}
      >
        Accept
      </button>
      <span id={told} hidden>
        {what}
      </span>
    </>
  )
}
