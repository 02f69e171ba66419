import type { Engines } from '../../../engines/engines.ts'

/** Milliseconds. If clocks differ by more, the age of an object is unknown. */
const LARGEST_SKEW_MS = 60_000

type Clocks = Pick<Engines, 'clock' | 'skew' | 'storage'>

/**
 * Compares the clocks of this server, the database and the store. Anything that is removed by age is removed only if
 * they agree: a clock that is days ahead would make everything seem old.
 * @returns null if they agree, else a sentence for the operator.
 */
export async function sweepBlocker({ clock, skew, storage }: Clocks): Promise<string | null> {
  await skew.measure()
  if (!skew.isSound()) {
    return "Nothing is swept: the clock of this machine differs from the database's by a minute or more."
  }
  const before = clock.now().getTime()
  const ofStore = (await storage.now()).getTime()
  // The store may have read its clock at any moment before it answered.
  const ahead = ofStore < before ? ofStore - before : Math.max(0, ofStore - clock.now().getTime())
  if (Math.abs(ahead) < LARGEST_SKEW_MS) return null
  const how = ahead > 0 ? 'ahead of' : 'behind'
  const seconds = Math.round(Math.abs(ahead) / 1000).toLocaleString('en-US')
  return `Nothing is swept: the clock of the store is ${seconds} s ${how} the database's. Let both follow one time server.`
}
