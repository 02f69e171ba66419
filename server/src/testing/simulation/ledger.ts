/**
 * What may be said of an object: `unsure` may be there, whole, or not; `moving` lies in one place or the other; the rest
 * was promised.
 */
export type Standing = 'unsure' | 'kept' | 'moving' | 'quarantined'

export type LedgerEntry = {
  readonly key: string
  readonly bytes: Buffer
  readonly sha256: Buffer
  standing: Standing
  /** Somebody is about to change where it is. */
  isBusy: boolean
  /** Counts its changes, for who reads meanwhile. */
  changes: number
}

/** What was promised of each object, and what was seen that breaks a promise. */
export class PromiseLog {
  readonly entries = new Map<string, LedgerEntry>()
  readonly breaches: string[] = []
  promised = 0
  /** What the store itself may be called. */
  names: (string | null)[] = [null]
  isBeingNamed = false

  breach(what: string, key = ''): void {
    this.breaches.push(key === '' ? what : `${what} (${key})`)
  }

  /** Says anew what may be expected of an object. */
  stand(entry: LedgerEntry, standing: Standing): void {
    if (standing === 'kept') this.promised++
    entry.standing = standing
    entry.changes++
  }

  /** Those of which that is said and with which nobody is busy. */
  idle(standing: Standing): LedgerEntry[] {
    return [...this.entries.values()].filter((entry) => entry.standing === standing && !entry.isBusy)
  }
}
