import type { Engines } from '../../../engines/engines.ts'

/** Milliseconds. Where clocks are further apart, nobody can say how old anything is. */
const LARGEST_SKEW_MS = 60_000

type Clocks = Pick<Engines, 'clock' | 'skew' | 'storage'>

/**
 * Compares the clocks of this server, the database and the store. What is removed on time is removed only where they
 * agree: one of them that is days ahead would let everything seem old.
 * @returns null where they do, else a sentence for whoever runs the portal.
 */
export async function sweepBlocker({ clock, skew, storage }: Clocks): Promise<string | null> {
  await skew.measure()
  if (!skew.isSound()) {
    return "Nothing is swept: the clock of this machine differs from the database's by a minute or more."
  }
  const before = clock.now().getTime()
  const ofStore = (await storage.now()).getTime()
  // It may have told its time at any moment until it answered.
  const ahead = ofStore < before ? ofStore - before : Math.max(0, ofStore - clock.now().getTime())
  if (Math.abs(ahead) < LARGEST_SKEW_MS) return null
  const how = ahead > 0 ? 'ahead of' : 'behind'
  const seconds = Math.round(Math.abs(ahead) / 1000).toLocaleString('en-US')
  return `Nothing is swept: the clock of the store is ${seconds} s ${how} the database's. Let both follow one time server.`
}
