import type { Run } from '@portal/contract/runs/runs.ts'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { PATHS } from '../../../lib/paths.ts'
import { filesText, stateText, timeLeftText } from '../run-texts.ts'
import { RunActs } from './run-acts.tsx'
import classes from './run-page.module.css'

type Props = { readonly run: Run }

/** How far a run is, its results, and what may be done with it. */
export function RunProgress({ run }: Props) {
  const processed = run.changed + run.unchanged + run.refused
  const isRunning = run.state === 'running'
  return (
    <section aria-label="Progress" className={classes.progress}>
      <progress
        aria-label="Files processed"
        className={classes.bar}
        value={processed}
        max={Math.max(run.total, 1)}
      />
      <div className={classes.line} data-running={isRunning || undefined}>
        <output className={classes.state}>
          {isRunning
            ? `${processed.toLocaleString('en-US')} of ${filesText(run.total)} processed. ${run.delay ?? timeLeftText(run.secondsLeft)}`
            : run.undoneBy === null
              ? `${stateText(run)}: ${processed.toLocaleString('en-US')} of ${filesText(run.total)} processed.`
              : `Undone by run ${run.undoneBy}.`}
        </output>
        <RunActs run={run} />
      </div>
      <Counts run={run} />
      <Links run={run} />
    </section>
  )
}

function Counts({ run }: Props) {
  const counts = [
    ['Changed', run.changed],
    ['No change needed', run.unchanged],
    ['Could not be changed', run.refused],
  ] as const
  return (
    <>
      <dl className={classes.counts}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {/* Its line is there before the first reason, so that nothing below it moves. */}
      <div className={classes.reasons}>
        {run.reasons.length > 0 && (
          <details>
            <summary>Why {filesText(run.refused)} could not be changed</summary>
            <ul>
              {run.reasons.map(({ sentence, count }) => (
                <li key={sentence}>
                  {filesText(count)}: {sentence}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </>
  )
}

function Links({ run: { number, startedBy, startedAt, endedAt, undoes, undoneBy } }: Props) {
  const { timeZone } = useConfig()
  return (
    <p className={classes.about}>
      Run {number}, started by <bdi>{startedBy}</bdi> on {formatDateTime(startedAt, timeZone)}
      {endedAt !== null && `, ended on ${formatDateTime(endedAt, timeZone)}`}.
      {undoes !== null && (
        <>
          {' '}
          It undoes <Link to={`${PATHS.runs}/${undoes}`}>run {undoes}</Link>.
        </>
      )}
      {undoneBy !== null && (
        <>
          {' '}
          It was undone by <Link to={`${PATHS.runs}/${undoneBy}`}>run {undoneBy}</Link>.
        </>
      )}
    </p>
  )
}
