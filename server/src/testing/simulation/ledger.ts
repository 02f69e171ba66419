/**
 * The promise for an object: `unsure` may be there, complete, or not; `moving` is in one place or the other; the others
 * were promised.
 */
export type Standing = 'unsure' | 'kept' | 'moving' | 'quarantined'

export type LedgerEntry = {
  readonly key: string
  readonly bytes: Buffer
  readonly sha256: Buffer
  standing: Standing
  /** True while an act is moving it. */
  isBusy: boolean
  /** Counts its changes, for readers during a change. */
  changes: number
}

/** The promises for each object, and the observations that break one. */
export class PromiseLog {
  readonly entries = new Map<string, LedgerEntry>()
  readonly breaches: string[] = []
  promised = 0
  /** The names that the store itself may have. */
  names: (string | null)[] = [null]
  isBeingNamed = false

  breach(what: string, key = ''): void {
    this.breaches.push(key === '' ? what : `${what} (${key})`)
  }

  /** Replaces the promise for an object. */
  stand(entry: LedgerEntry, standing: Standing): void {
    if (standing === 'kept') this.promised++
    entry.standing = standing
    entry.changes++
  }

  /** The objects with that promise that no act is moving. */
  idle(standing: Standing): LedgerEntry[] {
    return [...this.entries.values()].filter((entry) => entry.standing === standing && !entry.isBusy)
  }
}
