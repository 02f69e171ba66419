/** Where the jobs of a lane run. Workers are processes of `portal work`. */
type RunsIn = 'server' | 'worker' | 'both'

/** The lanes of jobs. Jobs of one lane run one after the other in each process. */
const LANES = {
  mail: 'both',
  // A person waits at a screen, and only the server that queued the mail knows of it immediately.
  'awaited-mail': 'server',
  'slow-mail': 'both',
  files: 'both',
  scan: 'both',
  night: 'both',
  texts: 'both',
  index: 'both',
  runs: 'both',
} as const satisfies Record<string, RunsIn>

export type LaneName = keyof typeof LANES

const NAMES = Object.keys(LANES) as LaneName[]

/** The lanes that a worker can run. */
export const WORKER_LANES: readonly LaneName[] = NAMES.filter((lane) => runsIn(lane) !== 'server')

/** The lanes that a server runs when it leaves the lanes in `left` to workers. */
export function serverLanes(left: ReadonlySet<LaneName>): LaneName[] {
  return NAMES.filter((lane) => runsIn(lane) !== 'worker' && !left.has(lane))
}

/** Parses names of worker lanes, separated by commas. Null if a name is unknown or repeated. */
export function readWorkerLanes(text: string): ReadonlySet<LaneName> | null {
  const named = text.split(',').map((name) => name.trim())
  const known = WORKER_LANES.filter((lane) => named.includes(lane))
  return known.length === named.length ? new Set(known) : null
}

function runsIn(lane: LaneName): RunsIn {
  return LANES[lane]
}
