/** A response as it may arrive: fields outside the specification may be missing, and unknown values may be null. */
export type Loose<T> = { readonly [Field in keyof T]?: T[Field] | null }

/** A response that does not have the expected shape and cannot be read. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  constructor() {
    super('The portal sent an answer that cannot be read.')
  }
}

/** The fields of a response; an empty object if the response is not an object. */
export function fieldsOf<T>(answer: T | null | undefined): Loose<T> {
  return isObject(answer) ? answer : {}
}

/**
 * The rows of a list; fields of a row may be missing.
 * @throws UnreadableAnswer if the value is not an array or an element is not an object.
 */
export function rowsOf<T>(list: readonly T[] | null | undefined): readonly Loose<T>[] {
  if (!Array.isArray(list) || !list.every(isObject)) throw new UnreadableAnswer()
  return list as Loose<T>[]
}

/** Whether an unknown value is a non-null object, so that its fields can be read. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
