import { z } from 'zod'
import { isDayInRange } from './day-range.ts'
import type { ErrorCase } from './error.ts'
import { MAX_ID } from './limits.ts'

/** An identifying integer in a request or response body. */
export const id = z.int('must be a whole number').min(1).max(MAX_ID)

/** The error of a field that must be a whole number. */
export function mustBeWhole(name: string): string {
  return `${name} must be a whole number.`
}

function wholeNumberText(name: string) {
  return z
    .string(`${name} may be given once only, as a whole number.`)
    .regex(/^[1-9]\d{0,9}$/, mustBeWhole(name))
    .transform(Number)
    .refine((value) => value <= MAX_ID, mustBeWhole(name))
}

/** An identifying integer in a path. */
export function pathId(name: string) {
  return wholeNumberText(name)
}

/** The id of a document in a path. */
export const fileId = pathId('The file id')

/** An optional whole number of the query string, at most `most`; an empty value means not set. */
export function queryNumber(name: string, most = MAX_ID) {
  const number = wholeNumberText(name).refine((value) => value <= most, `${name} must be at most ${most}.`)
  return z.union([z.literal('').transform(() => undefined), number]).optional()
}

/** Whether the database can store a text: it has no NUL and no lone surrogate. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

const NOT_STORABLE = 'A text holds a character that is not allowed. Please remove it.'

/** A text that the database can store; `problem` is the message for any other text. */
export function text(problem?: string) {
  return z.string(problem).refine(isStorable, problem ?? NOT_STORABLE)
}

/**
 * More than any valid text has, so that a text that is too long gets the error of its use case, not a schema error.
 */
const MAX_TYPED_CHARACTERS = 1000

/** A text that a person types; its two errors are in the list of the call. */
export function typedText(missing: ErrorCase, invalid: ErrorCase) {
  return z.string(missing.sentence).max(MAX_TYPED_CHARACTERS, invalid.sentence)
}

/** An optional text of the query string, trimmed; an empty value means not set. */
export function queryText(name: string, longest = 200) {
  return z
    .string(`${name} may be given once only.`)
    .max(longest, `${name} may have at most ${longest} characters.`)
    .refine(isStorable, `${name} holds a character that is not allowed.`)
    .transform((value) => value.trim() || undefined)
    .optional()
}

/** An optional choice of the query string; an empty value means not set. */
export function queryChoice<const Choice extends string>(name: string, choices: readonly Choice[]) {
  const choice = z.enum(choices, `${name} must be one of ${choices.join(', ')}.`)
  return z.union([z.literal('').transform(() => undefined), choice]).optional()
}

/** An optional day of the query string, YYYY-MM-DD; an empty value means not set. */
export function queryDay(name: string) {
  const wrong = `${name} must be a date such as 2024-04-01.`
  const day = z.iso.date(wrong).refine(isDayInRange, wrong)
  return z.union([z.literal('').transform(() => undefined), day]).optional()
}

/** The response of a call for which the specification defines none. */
export const done = z.object({ success: z.literal(true), message: z.string().optional() })

/** A moment, ISO 8601 with zone. */
export const moment = z.string()
