/** An answer as it may come: what the specification does not show may be missing, and what is not known may be null. */
export type Loose<T> = { readonly [Field in keyof T]?: T[Field] | null }

/** An answer that is nothing like what was asked for: no reader can make sense of it. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  constructor() {
    super('The portal sent an answer that cannot be read.')
  }
}

/** The fields of an answer; none where it is something else. */
export function fieldsOf<T>(answer: T | null | undefined): Loose<T> {
  return isObject(answer) ? answer : {}
}

/**
 * The rows of a list, each with what fields it has.
 * @throws UnreadableAnswer where there is no list, or something in it is not a row.
 */
export function rowsOf<T>(list: readonly T[] | null | undefined): readonly Loose<T>[] {
  if (!Array.isArray(list) || !list.every(isObject)) throw new UnreadableAnswer()
  return list as Loose<T>[]
}

/** Whether what was read from somewhere has fields to look at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
