/** Names the second since 1970 at which all steps must have ended; `.ci/run` sets it. */
export const DEADLINE_VARIABLE = 'PORTAL_RUN_DEADLINE'

type Run = {
  /** As DEADLINE_VARIABLE has it; undefined where the run may take as long as its steps. */
  readonly deadline: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Milliseconds that a step may take: its own bound, or what is left of the run; 0 where nothing is. */
export function timeFor({ bound }: { readonly bound: number }, { deadline, now }: Run): number {
  if (deadline === undefined) return bound
  return Math.max(0, Math.min(bound, Number(deadline) * 1000 - now))
}
