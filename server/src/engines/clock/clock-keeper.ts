/** Whether a time server (NTP) sets this machine's clock; 'unknown' if no program can report it. */
export type ClockStatus = 'kept' | 'not kept' | 'unknown'

/** The last known state of this machine's clock. */
export type ClockKeeper = {
  state(): ClockStatus
  /** Checks again; never rejects. */
  look(): Promise<void>
}

/** The output of a program; null if it is missing, failed, or timed out. */
export type ProgramAnswer = string | null

/** What a machine can report about its clock. Each source returns null if it cannot. */
export type ClockSources = {
  /** Runs a read-only program with a timeout. */
  readonly ask: (program: string, args: readonly string[]) => Promise<ProgramAnswer>
  /** Seconds since systemd-timesyncd last set the clock from a server. */
  readonly secondsSinceTimesync: () => Promise<number | null>
}

/** Seconds: timesyncd polls its server at least every 34 minutes, so by then it has failed twice. */
const TIMESYNC_FRESH_SECONDS = 2 * 3600

/** Asks the usual time services of Linux, which needs no privileges. On other systems the state is unknown. */
export function createClockKeeper(witnesses: ClockSources): ClockKeeper {
  let state: ClockStatus = 'unknown'
  return {
    state: () => state,
    async look() {
      state = await find(witnesses)
    },
  }
}

async function find({ ask, secondsSinceTimesync }: ClockSources): Promise<ClockStatus> {
  const [byTimesync, byChrony, bySystem] = await Promise.all([
    secondsSinceTimesync(),
    ask('chronyc', ['-c', 'tracking']),
    ask('timedatectl', ['show', '--property=NTPSynchronized', '--value']),
  ])
  const told = [
    byTimesync !== null && byTimesync <= TIMESYNC_FRESH_SECONDS ? 'kept' : 'unknown',
    readChrony(byChrony),
    readSystem(bySystem),
  ] as const
  if (told.includes('kept')) return 'kept'
  return told.includes('not kept') ? 'not kept' : 'unknown'
}

/** The last field of `chronyc -c tracking` is the leap status. */
function readChrony(answer: ProgramAnswer): ClockStatus {
  const leap = answer?.trim().split(',').at(-1)
  if (leap === 'Not synchronised') return 'not kept'
  return leap === 'Normal' || leap === 'Insert second' || leap === 'Delete second' ? 'kept' : 'unknown'
}

/** The kernel's own state, whichever program sets the clock. */
function readSystem(answer: ProgramAnswer): ClockStatus {
  const told = answer?.trim()
  if (told === 'yes') return 'kept'
  return told === 'no' ? 'not kept' : 'unknown'
}
