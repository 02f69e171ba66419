/** A Huffman table whose codes all have one length, in bits; `id` as in its marker segment. */
export type HuffmanTable = { id: number; length: number; symbols: readonly number[] }
type Codes = { length: number; codes: ReadonlyMap<number, number> }

/** The code of each symbol: codes of one length count up from zero (ITU-T T.81, annex C). */
export function codesOf({ length, symbols }: HuffmanTable): Codes {
  return { length, codes: new Map(symbols.map((symbol, code) => [symbol, code])) }
}

export type EntropyCoder = {
  /** The symbol of a run of zeros and a value's size, then the value's own bits. */
  write(codes: Codes, zeros: number, value: number): void
  writeSymbol(codes: Codes, symbol: number): void
  /** Everything written, the last byte filled up with ones. */
  finish(): Buffer
}

export function entropyCoder(): EntropyCoder {
  const bytes: number[] = []
  let byte = 0
  let filled = 0

  function bits(value: number, length: number): void {
    for (let place = length - 1; place >= 0; place -= 1) {
      byte = byte * 2 + (Math.floor(value / 2 ** place) % 2)
      filled += 1
      if (filled < 8) continue
      bytes.push(byte)
      // A byte of all ones would begin a marker; the zero after it says that it does not.
      if (byte === 0xff) bytes.push(0)
      byte = 0
      filled = 0
    }
  }

  function writeSymbol({ length, codes }: Codes, symbol: number): void {
    bits(codes.get(symbol) ?? 0, length)
  }

  return {
    writeSymbol,
    write(codes, zeros, value) {
      const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1
      writeSymbol(codes, zeros * 16 + size)
      // Negative values are written as one less, in as many bits (T.81, F.1.2.1).
      bits(value < 0 ? value + 2 ** size - 1 : value, size)
    },
    finish() {
      while (filled > 0) bits(1, 1)
      return Buffer.from(bytes)
    },
  }
}
