/**
 * The harmless file that every scanner with real signatures calls a virus (eicar.org). It stands here in two halves: whole, it
 * would let a scanner take this source for one.
 */
export function eicarFile(): Buffer {
  const halves = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*']
  return Buffer.from(halves.join(''))
}
