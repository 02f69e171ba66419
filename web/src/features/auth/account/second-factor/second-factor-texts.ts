/** How many recovery codes there are, and what to do where they run out. */
export function leftText(left: number): string {
  if (left === 0) return 'No recovery code is left. Please make new ones.'
  const text = left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`
  return left <= 3 ? `${text} You can make new ones.` : text
}
