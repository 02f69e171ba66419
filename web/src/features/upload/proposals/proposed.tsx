import { useId } from 'react'
import type { QueueEntry } from '../sender/queue-entry.ts'
import { kindText, ownerText, type KindNames } from './proposal-texts.ts'
import type { Proposal } from './proposal.ts'
import classes from './proposals.module.css'

/** A proposed value, shown in place of the chosen one. */
export function Proposed({ text }: { readonly text: string }) {
  return (
    <span className={classes.proposed} title={`Suggested: ${text}`}>
      <span className={classes.mark}>Suggested:</span> {text}
    </span>
  )
}

type Props = {
  readonly proposal: Proposal
  readonly entry: QueueEntry
  readonly names: KindNames
  /** Whether its row is the one that the Tab key reaches. */
  readonly isCurrent: boolean
  readonly onAccept: () => void
}

/** Accepts the whole proposal for this row's file only. */
export function AcceptButton({ proposal, entry, names, isCurrent, onAccept }: Props) {
  const told = useId()
  const { facts } = proposal
  const what = [kindText(facts, names), ownerText(facts), facts.description].filter(Boolean).join(' · ')
  return (
    <>
      <button
        type="button"
        className={classes.accept}
        tabIndex={isCurrent ? 0 : -1}
        title={`Fill in: ${what}`}
        aria-label={`Fill in ${entry.name}`}
        aria-describedby={told}
        onClick={onAccept}
      >
        Fill in
      </button>
      <span id={told} hidden>
        {what}
      </span>
    </>
  )
}
