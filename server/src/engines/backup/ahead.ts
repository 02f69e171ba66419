/** Maximum number of items, and of their bytes, in progress at the same time. */
const AT_ONCE = 24
const BYTES_AT_ONCE = 64_000_000

/** Runs `work` for several items concurrently, and yields the results in the order of the items. */
export async function* ahead<Item, Result>(
  items: AsyncIterable<Item>,
  bytesOf: (item: Item) => number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: { bytes: number; result: Promise<Result> }[] = []
  let bytes = 0
  const isFull = (more: number) => underWay.length >= AT_ONCE || bytes + more > BYTES_AT_ONCE
  try {
    for await (const item of items) {
      const own = bytesOf(item)
      for (let first; isFull(own) && (first = underWay.shift());) {
        bytes -= first.bytes
        yield await first.result
      }
      const result = work(item)
      // A failure while another result is awaited is thrown at its own turn.
      result.catch(() => undefined)
      underWay.push({ bytes: own, result })
      bytes += own
    }
    for (let first; (first = underWay.shift());) yield await first.result
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result))
  }
}
