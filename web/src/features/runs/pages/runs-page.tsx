import { useRef } from 'react'
import { useParams } from 'react-router'
import { numberIn } from '../../../lib/address-number.ts'
import { focusScreenHeading, useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import { RunList } from './run-list.tsx'
import { NoRun, RunView } from './run-view.tsx'

/** /runs/:number shows a run; /runs lists those of the person. */
export function RunsPage() {
  const { number } = useParams<'number'>()
  const place = useRef<HTMLDivElement>(null)
  // *Stop* disappears, another run follows, and the heading of a run that loads is replaced.
  useFocusFallback(place, focusScreenHeading)
  return <div ref={place}>{number === undefined ? <RunList /> : <RunAt number={number} />}</div>
}

function RunAt({ number }: { readonly number: string }) {
  const run = numberIn(number)
  return run === undefined ? <NoRun /> : <RunView key={run} number={run} />
}
