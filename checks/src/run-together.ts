import type { KeptOutput, Outcome } from './run-step.ts'
import type { Step } from './steps.ts'

type Run = (step: Step) => Promise<Outcome & KeptOutput>

type Options = {
  /** How many steps run at the same time. */
  readonly atOnce: number
  readonly run: Run
  /** Gets each outcome when its step ends, so that the output of two steps never mixes. */
  readonly show: (outcome: Outcome & KeptOutput, step: Step) => void
}

/** Runs steps beside each other and gives their outcomes in the order of the steps. A failure stops no other step. */
export async function runTogether(
  steps: readonly Step[],
  { atOnce, run, show }: Options,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = steps.entries()
  const worker = async () => {
    // The workers share one iterator: each step is taken once.
    for (const [index, step] of waiting) {
      const outcome = await run(step)
      outcomes[index] = outcome
      show(outcome, step)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, steps.length) }, worker))
  return outcomes
}
