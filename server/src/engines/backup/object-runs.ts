import type { PlacedObject } from './object-list.ts'

/** Bytes that are read at once where objects lie one behind the other: each read costs, a request to a bucket above all. */
const RUN_BYTES = 4_194_304

/** Objects that lie one behind the other in a pack; or one of which there are no bytes. */
export type Run = readonly PlacedObject[]

/** All objects in their order, those together that can be read at once. */
export async function* runsOf(objects: AsyncIterable<PlacedObject>): AsyncGenerator<Run> {
  let run: PlacedObject[] = []
  let bytes = 0
  for await (const object of objects) {
    if (run.length > 0 && (bytes + object.size > RUN_BYTES || !follows(run.at(-1), object))) {
      yield run
      run = []
      bytes = 0
    }
    run.push(object)
    bytes += object.size
  }
  if (run.length > 0) yield run
}

export function bytesOfRun(run: Run): number {
  return run[0]?.at ? run.reduce((sum, { size }) => sum + size, 0) : 0
}

function follows(before: PlacedObject | undefined, { at }: PlacedObject): boolean {
  return (
    before?.at?.pack === at?.pack &&
    before?.at?.backup === at?.backup &&
    (before?.at ? before.at.offset + before.size === at?.offset : true)
  )
}
