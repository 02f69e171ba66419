import { RESERVED_FREE_BYTES } from '../out-of-room.ts'
import type { Appendable } from './write-behind.ts'

/** After so many bytes of all files together the disk is looked at again: others may be filling it. */
const LOOK_EVERY_BYTES = 4_194_304

/** As the system itself says it. */
class FullDisk extends Error {
  readonly code = 'ENOSPC'
}

/** The room of one file under way. */
export type Booking = {
  /**
   * The same file, each of whose writes uses the booking up.
   * @throws FullDisk from a write once the reserve is reached.
   */
  through(file: Appendable): Appendable
  /** Gives back what was not used; call it when the file is whole or gone. */
  release(): void
}

/**
 * The room of a disk, shared by all files of this process that are under way: what each may still need is booked before
 * its first byte, so that many at once leave the reserve alone. What other processes write meanwhile is seen by looking
 * again; then those that look first give way, until the others fit.
 */
export class SharedRoom {
  readonly #freeBytes: () => Promise<number>
  #booked = 0
  #written = 0
  #writtenAtLook = 0

  /** `freeBytes` tells the room that the disk has left at the moment. */
  constructor(freeBytes: () => Promise<number>) {
    this.#freeBytes = freeBytes
  }

  /** @throws FullDisk when the reserve is touched already. */
  async refuseFull(): Promise<void> {
    refuseBelowReserve(await this.#freeBytes(), 0)
  }

  /** @throws FullDisk when a file of so many bytes would touch the reserve. */
  async book(bytes: number): Promise<Booking> {
    await this.#takeRoom(bytes)
    let left = bytes
    const use = (used: number) => {
      left -= used
      this.#booked -= used
    }
    return {
      through: (file) => ({
        writev: async (pieces) => {
          if (this.#written - this.#writtenAtLook >= LOOK_EVERY_BYTES) await this.#takeRoom(0)
          const { bytesWritten } = await file.writev(pieces)
          this.#written += bytesWritten
          use(Math.min(bytesWritten, left))
          return { bytesWritten }
        },
      }),
      release: () => use(left),
    }
  }

  async #takeRoom(bytes: number): Promise<void> {
    const before = this.#written
    this.#writtenAtLook = before
    const free = await this.#freeBytes()
    // What was written while the system answered is booked no more, and may not be in its figure yet.
    refuseBelowReserve(free - (this.#written - before), this.#booked + bytes)
    // Nobody else may look between the answer and the booking.
    this.#booked += bytes
  }
}

function refuseBelowReserve(free: number, needed: number): void {
  if (free - needed >= RESERVED_FREE_BYTES) return
  const wanted = needed === 0 ? '' : ` ${needed} are needed for uploads under way, and`
  throw new FullDisk(
    `The disk of the documents has ${free} bytes left;${wanted} ${RESERVED_FREE_BYTES} are kept free.`,
  )
}
