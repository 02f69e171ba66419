import { job, type Job, type JobKind } from '../jobs/jobs.ts'
import type { ChildOutcome, ChildTask } from './child-task.ts'
import { runInChild } from './run-in-child.ts'

type ChildJob<W, Payload, Input, Result> = {
  /** What runs in the child, with its limits. */
  readonly task: ChildTask<Input, Result>
  /** Returns the input of the child, or null when nothing is left to do. */
  prepare(world: W, payload: Payload): Promise<Input | null>
  /** Stores the outcome. @throws to try the job again later, up to its attempts. */
  settle(world: W, done: Settled<Payload, Result>): Promise<void>
}

type Settled<Payload, Result> = {
  readonly payload: Payload
  readonly outcome: Exclude<ChildOutcome<Result>, { kind: 'aborted' }>
}

/** Defines a job whose heavy step runs in a child process. The child has no database and no settings. */
export function jobInChild<W, Payload, Input, Result>(
  kind: JobKind<Payload>,
  { task, prepare, settle }: ChildJob<W, Payload, Input, Result>,
): Job<W> {
  return job(kind, async (world: W, payload, ending) => {
    const input = await prepare(world, payload)
    if (input === null) return
    const outcome = await runInChild(task, input, ending)
    // The lane releases a job that stops for this reason, without counting the attempt.
    if (outcome.kind === 'aborted') throw ending.reason
    await settle(world, { payload, outcome })
  })
}
