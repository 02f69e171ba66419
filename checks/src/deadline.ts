/** The environment variable with the deadline of all steps, in seconds since 1970; `.ci/run` sets it. */
export const DEADLINE_VARIABLE = 'PORTAL_RUN_DEADLINE'

type Run = {
  /** The value of DEADLINE_VARIABLE; undefined if only the bounds of the steps limit the run. */
  readonly deadline: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Milliseconds that a step may take: its own bound, or the rest of the run; 0 if no time is left. */
export function timeFor({ bound }: { readonly bound: number }, { deadline, now }: Run): number {
  if (deadline === undefined) return bound
  return Math.max(0, Math.min(bound, Number(deadline) * 1000 - now))
}
