/** The CBOR that a device writes (RFC 8949): whole numbers, bytes, text, and maps as pairs. */
export type Cbor = number | Uint8Array | string | readonly (readonly [key: number | string, value: Cbor])[]

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const

export function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number')
    return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'utf8')
    return Buffer.concat([head(MAJOR.text, text.length), text])
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(MAJOR.bytes, value.length), value])
  return Buffer.concat([
    head(MAJOR.map, value.length),
    ...value.flatMap(([key, part]) => [encodeCbor(key), encodeCbor(part)]),
  ])
}

function head(major: number, size: number): Buffer {
  const kind = major << 5
  if (size < 24) return Buffer.from([kind | size])
  if (size < 0x100) return Buffer.from([kind | 24, size])
  return Buffer.from([kind | 25, size >> 8, size & 0xff])
}
