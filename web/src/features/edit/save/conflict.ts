import { changedFields, FIELDS, type Draft, type Field } from '../edit-record.ts'

export type Side = 'mine' | 'theirs'

/** A field that two users changed: both values are kept until the user has chosen and saved. */
export type Clash = {
  readonly mine: Draft[Field]
  readonly theirs: Draft[Field]
  readonly choice: Side | null
}
export type Clashes = { readonly [F in Field]?: Clash }

export type MergeResult = {
  readonly draft: Draft
  readonly clashes: Clashes
  /** Fields that only the other user changed; the draft has adopted their values. */
  readonly taken: readonly Field[]
}

/**
 * Merges the dialog's initial draft, the user's draft and the other user's saved version. A field that only one side
 * changed takes that side's value. A field that both changed differently keeps the user's value and becomes a clash for
 * the user to decide.
 */
export function mergeDrafts({
  base,
  mine,
  theirs,
}: {
  base: Draft
  mine: Draft
  theirs: Draft
}): MergeResult {
  const byMe = changedFields(base, mine)
  const byThem = changedFields(base, theirs)
  const differ = changedFields(mine, theirs)
  const clashes = FIELDS.filter(
    (field) => byMe.includes(field) && byThem.includes(field) && differ.includes(field),
  )
  const taken = byThem.filter((field) => !byMe.includes(field))
  return {
    draft: taken.reduce<Draft>((draft, field) => ({ ...draft, [field]: theirs[field] }), mine),
    clashes: Object.fromEntries(
      clashes.map((field) => [field, { mine: mine[field], theirs: theirs[field], choice: null }]),
    ),
    taken,
  }
}

/** Whether a field is still waiting for 'Keep my version' or 'Use their version'. */
export function isUndecided(clashes: Clashes): boolean {
  return Object.values(clashes).some(({ choice }) => choice === null)
}

export type ConflictState = { readonly draft: Draft; readonly clashes: Clashes }

/** The draft and the clash after a choice; the other value stays available until the save. */
export function choose({ draft, clashes }: ConflictState, field: Field, choice: Side): ConflictState {
  const clash = clashes[field]
  if (clash === undefined) return { draft, clashes }
  return {
    draft: { ...draft, [field]: clash[choice] },
    clashes: { ...clashes, [field]: { ...clash, choice } },
  }
}

/** Text typed into a field in conflict becomes the user's own side, so choosing the other side does not lose it. */
export function typeInto({ draft, clashes }: ConflictState, change: Partial<Draft>): ConflictState {
  const after = { ...draft, ...change }
  const disputed = FIELDS.filter((field) => clashes[field] !== undefined && after[field] !== draft[field])
  return {
    draft: after,
    clashes: disputed.reduce<Clashes>((all, field) => {
      const clash = all[field]
      return clash === undefined ? all : { ...all, [field]: { ...clash, mine: after[field], choice: 'mine' } }
    }, clashes),
  }
}
