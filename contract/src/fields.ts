import { z } from 'zod'

const LARGEST_INTEGER = 2_147_483_647

/** An identifying integer in a body or an answer. */
export const id = z.int('must be a whole number').min(1).max(LARGEST_INTEGER)

function wholeNumberText(name: string) {
  return z
    .string(`${name} may be given once only, as a whole number.`)
    .regex(/^[1-9]\d{0,9}$/, `${name} must be a whole number.`)
    .transform(Number)
    .refine((value) => value <= LARGEST_INTEGER, `${name} must be a whole number.`)
}

/** An identifying integer in a path. */
export function pathId(name: string) {
  return wholeNumberText(name)
}

/** An optional whole number of the query string; an empty value means not set. */
export function queryNumber(name: string) {
  return z.union([z.literal('').transform(() => undefined), wholeNumberText(name)]).optional()
}

/** An optional text of the query string, trimmed; an empty value means not set. */
export function queryText(name: string, longest = 200) {
  return z
    .string(`${name} may be given once only.`)
    .max(longest, `${name} may have at most ${longest} characters.`)
    .refine((value) => !value.includes('\0'), `${name} holds a character that is not allowed.`)
    .transform((value) => value.trim() || undefined)
    .optional()
}

/** The answer of a call whose answer the specification does not show. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() })

/** A moment, ISO 8601 with zone. */
export const moment = z.string()
