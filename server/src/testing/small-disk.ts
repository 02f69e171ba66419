import { diskOperations, type DiskOperations } from '../engines/storage/disk/disk-operations.ts'
import { RESERVED_FREE_BYTES } from '../engines/storage/out-of-room.ts'

/** A fake disk with this many bytes of `room` above the reserve, minus the bytes written. Deleting frees nothing. */
export function smallDisk({ room }: { room: number }) {
  let [left, least] = [room, room]
  const take = (bytes: number) => {
    left -= bytes
    least = Math.min(least, left)
  }
  const operations: DiskOperations = {
    ...diskOperations,
    async create(path) {
      const file = await diskOperations.create(path)
      const writev = file.writev.bind(file)
      file.writev = async (pieces) => {
        const written = await writev(pieces)
        take(written.bytesWritten)
        return written
      }
      return file
    },
    freeBytes: async () => RESERVED_FREE_BYTES + left,
  }
  return {
    operations,
    /** Simulates writes of other programs. */
    fill: take,
    /** The minimum that was left above the reserve. */
    minRoom: () => least,
  }
}
