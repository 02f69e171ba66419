/** A name on the disk may have 255 bytes. This many leave room for what the portal adds. */
export const LONGEST_STEM_BYTES = 200
/** Bytes of one character of UTF-8 beyond its first (RFC 3629, section 3). */
const MAX_CONTINUATIONS = 3

/** The first bytes of a name, at most `most`, without splitting a character. */
export function firstBytes(name: Buffer, most: number): Buffer {
  if (name.length <= most) return name
  for (let cut = most; cut > 0 && cut >= most - MAX_CONTINUATIONS; cut--)
    if (!isContinuation(name[cut])) return name.subarray(0, cut)
  // Not valid UTF-8: there are no characters to split.
  return name.subarray(0, most)
}

/** The same for the last bytes. */
export function lastBytes(name: Buffer, most: number): Buffer {
  if (name.length <= most) return name
  const start = name.length - most
  for (let cut = start; cut <= start + MAX_CONTINUATIONS; cut++)
    if (!isContinuation(name[cut])) return name.subarray(cut)
  return name.subarray(start)
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
