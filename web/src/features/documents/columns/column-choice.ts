import type { Columns } from '@portal/contract/views/views.ts'

/** Pixels. */
const NARROWEST = 48
const WIDEST = 900

/** A column that a person may show, hide, move and resize. */
export type ColumnInfo = {
  readonly id: string
  readonly header: string
  /** Whether the list shows it as long as the person has chosen nothing. */
  readonly isDefault: boolean
  /** Whether it is always shown: it names the row, or has its actions. */
  readonly isFixed: boolean
}

export type ColumnChoice = ColumnInfo & { readonly isShown: boolean; readonly width: number | null }

/**
 * All columns in the order of the chooser: the chosen ones in their order, and each other one behind the column that
 * precedes it by default. A chosen column that does not exist for the person is left out.
 */
export function choicesOf(all: readonly ColumnInfo[], chosen: Columns | null): readonly ColumnChoice[] {
  if (chosen === null) return all.map((info) => ({ ...info, isShown: info.isDefault, width: null }))
  const choices = chosen.flatMap(({ key, width }): ColumnChoice[] => {
    const info = all.find(({ id }) => id === key)
    return info ? [{ ...info, isShown: true, width }] : []
  })
  for (const [place, info] of all.entries()) {
    if (choices.some(({ id }) => id === info.id)) continue
    const before = choices.findIndex(({ id }) => id === all[place - 1]?.id)
    choices.splice(before + 1, 0, { ...info, isShown: info.isFixed, width: null })
  }
  return choices
}

/** The shown columns, as the server stores them. */
export function toColumns(choices: readonly ColumnChoice[]): Columns {
  return choices.filter(({ isShown }) => isShown).map(({ id, width }) => ({ key: id, width }))
}

/** The same columns with one at another place. */
export function movedTo(
  choices: readonly ColumnChoice[],
  id: string,
  place: number,
): readonly ColumnChoice[] {
  const moved = choices.find((choice) => choice.id === id)
  if (!moved) return choices
  const others = choices.filter((choice) => choice !== moved)
  return others.toSpliced(Math.max(0, Math.min(place, others.length)), 0, moved)
}

/** The same columns with one shown, hidden or of another width. */
export function changed(
  choices: readonly ColumnChoice[],
  id: string,
  change: Partial<Pick<ColumnChoice, 'isShown' | 'width'>>,
): readonly ColumnChoice[] {
  return choices.map((choice) => (choice.id === id ? { ...choice, ...change } : choice))
}

/** A width in whole pixels that leaves a column usable. */
export function usableWidth(width: number): number {
  return Math.round(Math.max(NARROWEST, Math.min(width, WIDEST)))
}
