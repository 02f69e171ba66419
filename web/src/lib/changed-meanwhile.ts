/** A field that may have been changed by two people at once, each value as a text to compare. */
export type TwiceChanged = {
  readonly label: string
  readonly before: string
  readonly typed: string
  readonly theirs: string
  /** Theirs for the eye; empty where it is empty. */
  readonly shown: string
}

/** Whether only somebody else changed it, so that theirs is to be shown. */
export function isOnlyRemote({ before, typed, theirs }: Omit<TwiceChanged, 'label' | 'shown'>): boolean {
  return theirs !== before && typed === before
}

/** Says what somebody else saved while one typed, and whose value the form now holds. */
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
