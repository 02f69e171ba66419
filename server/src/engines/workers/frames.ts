/** A message on a pipe: JSON, and bytes that JSON would make larger. */
export type Frame = { readonly json: string; readonly bytes: Buffer }

/** Two lengths of 4 bytes. */
const HEAD_BYTES = 8

type FrameLimits = { readonly jsonBytes: number; readonly bytes: number }

export function frameOf(
  message: unknown,
  bytes: Uint8Array = Buffer.alloc(0),
): readonly [Buffer, Uint8Array] {
  const json = Buffer.from(JSON.stringify(message))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(bytes.length, 4)
  return [Buffer.concat([head, json]), bytes]
}

/** Reads frames until the pipe ends. @throws Error for a frame beyond the limits. */
export async function* readFrames(
  pipe: AsyncIterable<Buffer>,
  limits: FrameLimits,
): AsyncGenerator<Frame, void, undefined> {
  let chunks: Buffer[] = []
  let size = 0
  let needed = HEAD_BYTES
  for await (const chunk of pipe) {
    chunks.push(chunk)
    size += chunk.length
    while (size >= needed) {
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
      const end = endOf(all, limits)
      needed = end.frame
      chunks = [all]
      if (size < needed) break
      yield { json: all.toString('utf8', HEAD_BYTES, end.json), bytes: all.subarray(end.json, end.frame) }
      chunks = [all.subarray(end.frame)]
      size -= end.frame
      needed = HEAD_BYTES
    }
  }
}

/** The ends of the JSON and of the whole frame. */
function endOf(all: Buffer, limits: FrameLimits): { readonly json: number; readonly frame: number } {
  const [json, bytes] = [all.readUInt32BE(0), all.readUInt32BE(4)]
  if (json > limits.jsonBytes || bytes > limits.bytes) throw new Error('The message is too large.')
  return { json: HEAD_BYTES + json, frame: HEAD_BYTES + json + bytes }
}
