import { diskOperations, type DiskOperations } from '../engines/storage/disk/disk-operations.ts'
import { RESERVED_FREE_BYTES } from '../engines/storage/out-of-room.ts'

/** A disk that says it has so many bytes of `room` above the reserve, less what is written to it; nothing gives back. */
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
    /** What somebody else writes there. */
    fill: take,
    /** The least that was ever left above the reserve. */
    leastRoom: () => least,
  }
}
