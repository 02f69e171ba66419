/** Of 255 bytes that a name may have on the disk, so many leave room for what the portal adds. */
export const LONGEST_STEM_BYTES = 200
/** Bytes of one character of UTF-8 beyond its first (RFC 3629, section 3). */
const MOST_CONTINUATIONS = 3

/** The first bytes of a name, `most` at most, without a character that would be cut in two. */
export function firstBytes(name: Buffer, most: number): Buffer {
  if (name.length <= most) return name
  for (let cut = most; cut > 0 && cut >= most - MOST_CONTINUATIONS; cut--)
    if (!isContinuation(name[cut])) return name.subarray(0, cut)
  // No text of UTF-8: it has no characters that could be cut.
  return name.subarray(0, most)
}

/** The same of the last bytes. */
export function lastBytes(name: Buffer, most: number): Buffer {
  if (name.length <= most) return name
  const start = name.length - most
  for (let cut = start; cut <= start + MOST_CONTINUATIONS; cut++)
    if (!isContinuation(name[cut])) return name.subarray(cut)
  return name.subarray(start)
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
