/** The numbers of phrases, in little memory. A hash stands for a phrase, so callers check the name of what they find. */
export type PhraseTable = {
  /** In bytes. */
  readonly size: number
  add(phrase: string, number: number): void
  /** The only number with this hash, `SEVERAL` if several have it, 0 if none has. */
  find(hash: number): number
}

export const SEVERAL = -1

const PRIME = 16_777_619
export const EMPTY_HASH = 2_166_136_261
const MIN_SLOTS = 1024

/** FNV-1a, to be continued with the next piece of a phrase. */
export function hashOn(hash: number, piece: string): number {
  let result = hash
  for (let at = 0; at < piece.length; at += 1) result = Math.imul(result ^ piece.charCodeAt(at), PRIME)
  return result
}

/** Growing a large table takes a while, so callers say about how many phrases it will have. */
export function createPhraseTable(expected = 0): PhraseTable {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(expected * 2, MIN_SLOTS)))
  let hashes = new Int32Array(slots)
  let numbers = new Int32Array(slots)
  let used = 0

  /** The slot of a hash, or the empty slot for it. */
  const slotOf = (hash: number): number => {
    const mask = hashes.length - 1
    let slot = hash & mask
    while (numbers[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }
  const grow = () => {
    const [oldHashes, oldNumbers] = [hashes, numbers]
    hashes = new Int32Array(oldHashes.length * 2)
    numbers = new Int32Array(oldHashes.length * 2)
    for (const [at, number] of oldNumbers.entries()) {
      if (number === 0) continue
      const slot = slotOf(oldHashes[at] ?? 0)
      hashes[slot] = oldHashes[at] ?? 0
      numbers[slot] = number
    }
  }

  return {
    get size() {
      return hashes.byteLength * 2
    },
    add(phrase, number) {
      if (used * 2 >= hashes.length) grow()
      const hash = hashOn(EMPTY_HASH, phrase) | 0
      const slot = slotOf(hash)
      if (numbers[slot] === 0) used += 1
      hashes[slot] = hash
      numbers[slot] = numbers[slot] === 0 || numbers[slot] === number ? number : SEVERAL
    },
    find: (hash) => numbers[slotOf(hash | 0)] ?? 0,
  }
}
