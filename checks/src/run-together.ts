import type { MeasuredStep } from './profile/profile.ts'
import type { KeptOutput } from './run-step.ts'
import type { Step } from './steps.ts'

type Run = (step: Step) => Promise<MeasuredStep & KeptOutput>

type Options = {
  /** How many steps run at the same time. */
  readonly atOnce: number
  readonly run: Run
  /** Gets each step when its step ends, so that the output of two steps never mixes. */
  readonly show: (measured: MeasuredStep & KeptOutput, step: Step) => void
}

/** Runs steps in parallel and returns their results in the order of the steps. A failure stops no other step. */
export async function runTogether(
  steps: readonly Step[],
  { atOnce, run, show }: Options,
): Promise<readonly MeasuredStep[]> {
  const ended: MeasuredStep[] = []
  const waiting = steps.entries()
  const worker = async () => {
    // The workers share one iterator: each step is taken once.
    for (const [index, step] of waiting) {
      const measured = await run(step)
      ended[index] = measured
      show(measured, step)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, steps.length) }, worker))
  return ended
}
