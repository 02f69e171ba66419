/** Whether a time server (NTP) keeps this machine's clock; 'unknown' where nobody can tell. */
export type ClockStatus = 'kept' | 'not kept' | 'unknown'

/** What was last found out about this machine's clock. */
export type ClockKeeper = {
  state(): ClockStatus
  /** Looks again; never rejects. */
  look(): Promise<void>
}

/** What a program said; null where it is not there, failed, or did not answer in time. */
export type ProgramAnswer = string | null

/** What a machine has to say of its clock; each answers null where it cannot. */
export type ClockSources = {
  /** Runs a program that only asks, bounded in time. */
  readonly ask: (program: string, args: readonly string[]) => Promise<ProgramAnswer>
  /** Seconds since systemd-timesyncd last set the clock by a server. */
  readonly secondsSinceTimesync: () => Promise<number | null>
}

/** Seconds: timesyncd asks its server every 34 minutes at the latest, so by then it has failed twice. */
const TIMESYNC_FRESH_SECONDS = 2 * 3600

/** Asks what usually keeps clocks on Linux, none of which needs rights; on other systems nobody can tell. */
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

/** What the kernel knows, whichever program tells it. */
function readSystem(answer: ProgramAnswer): ClockStatus {
  const told = answer?.trim()
  if (told === 'yes') return 'kept'
  return told === 'no' ? 'not kept' : 'unknown'
}
