import { useParams } from 'react-router'
import { RunList } from './run-list.tsx'
import { RunView } from './run-view.tsx'

/** /runs/:number shows a run; /runs lists those of the person. */
export function RunsPage() {
  const { number } = useParams<'number'>()
  return number === undefined ? <RunList /> : <RunView key={number} number={Number(number)} />
}
