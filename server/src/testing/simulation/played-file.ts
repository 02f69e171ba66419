import type { Random } from '../../demo/random.ts'

/** `isLost`: its sync failed, and the system may have dropped it while still showing it. */
type Write = { at: number; bytes: Buffer; isLost: boolean }

/** What a power failure may leave of unsynced writes. */
const FATES = ['all', 'none', 'some', 'torn', 'zeros'] as const

/** The bytes of a file: those that every reader sees, and the synced ones among them. */
export class PlayedFile {
  bytes: Buffer = Buffer.alloc(0)
  #synced: Buffer = Buffer.alloc(0)
  #unsynced: Write[] = []

  append(bytes: Buffer): void {
    this.#unsynced.push({ at: this.bytes.length, bytes, isLost: false })
    this.bytes = Buffer.concat([this.bytes, bytes])
  }

  /** A sync covers the writes before its start; see `Sync`. */
  beginSync(): Sync {
    const covered = this.#unsynced.filter(({ isLost }) => !isLost)
    return {
      succeed: () => {
        for (const write of covered) this.#synced = placed(this.#synced, write)
        this.#unsynced = this.#unsynced.filter((write) => !covered.includes(write))
      },
      fail: () => {
        for (const write of covered) write.isLost = true
      },
    }
  }

  losePower(random: Random): void {
    const fate = random.pick(FATES)
    for (const write of this.#unsynced) {
      const { at, bytes } = write
      if (fate === 'all' || (fate === 'some' && random.chance(50))) this.#synced = placed(this.#synced, write)
      else if (fate === 'torn') {
        const part = bytes.subarray(0, random.below(bytes.length + 1))
        this.#synced = placed(this.#synced, { at, bytes: part })
      } else if (fate === 'zeros') {
        this.#synced = placed(this.#synced, { at, bytes: Buffer.alloc(bytes.length) })
      }
    }
    this.#unsynced = []
    this.bytes = this.#synced
  }
}

/** A running sync: it succeeds, or fails and loses the writes that it covers. */
export type Sync = { succeed(): void; fail(): void }

function placed(content: Buffer, { at, bytes }: Pick<Write, 'at' | 'bytes'>): Buffer {
  const longer = Buffer.alloc(Math.max(content.length, at + bytes.length))
  content.copy(longer)
  bytes.copy(longer, at)
  return longer
}
