/** A field that two users may have changed at the same time, with each value as text to compare. */
export type TwiceChanged = {
  readonly label: string
  readonly before: string
  readonly typed: string
  readonly theirs: string
  /** The other user's value as display text; empty if that value is empty. */
  readonly shown: string
}

/** Whether only the other user changed the field, so that the form shows their value. */
export function isOnlyRemote({ before, typed, theirs }: Omit<TwiceChanged, 'label' | 'shown'>): boolean {
  return theirs !== before && typed === before
}

/** Describes what another user saved while this user typed, and whose values the form now holds. */
export function changedMeanwhileText(what: string, fields: readonly TwiceChanged[]): string {
  const taken = fields.filter(isOnlyRemote).map(({ label }) => label)
  const kept = fields
    .filter(({ before, typed, theirs }) => theirs !== before && typed !== before && typed !== theirs)
    .map(({ label, shown }) => `${label} (theirs: ${shown || 'empty'})`)
  return [
    `Someone else changed this ${what}.`,
    ...(taken.length > 0 ? [`Now shown as they saved it: ${taken.join(', ')}.`] : []),
    ...(kept.length > 0 ? [`Still as you typed it: ${kept.join(', ')}.`] : []),
    'Please look, and save again.',
  ].join(' ')
}
