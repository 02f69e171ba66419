import { expect } from 'vitest'

/** The body of a failure with that sentence, whatever its code. */
export function failureWith(sentence: string): { error: string; code: unknown } {
  return { error: sentence, code: expect.any(String) as unknown }
}
