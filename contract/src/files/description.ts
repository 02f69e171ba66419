import { z } from 'zod'
import { defineError, type ErrorCase } from '../error.ts'
import { DESCRIPTION_MAX_CHARACTERS, DESCRIPTION_MAX_WORDS } from '../limits.ts'

const TOO_MANY_WORDS = defineError({
  code: 'description.too_many_words',
  status: 400,
  sentence: 'Description exceeds 100 word limit.',
})
const TOO_MANY_CHARACTERS = defineError({
  code: 'description.too_many_characters',
  status: 400,
  sentence: 'Description exceeds 1000 characters.',
})

/** Errors of every call that saves a description. */
export const descriptionErrors = [TOO_MANY_WORDS, TOO_MANY_CHARACTERS] as const

/** A description that somebody typed. Half of a surrogate pair cannot be stored. */
export const typedDescription = z
  .string()
  .max(20_000)
  .refine((text) => !text.includes('\0'), 'Description holds a character that is not allowed.')
  .overwrite((text) => text.trim().toWellFormed())

/** Splits a text into words at white space. */
export function words(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean)
}

/** What is wrong with a description, or null for a good one. Limits: specification, section 5. */
export function descriptionProblem(description: string): ErrorCase | null {
  if (words(description).length > DESCRIPTION_MAX_WORDS) return TOO_MANY_WORDS
  if (Array.from(description.trim()).length > DESCRIPTION_MAX_CHARACTERS) return TOO_MANY_CHARACTERS
  return null
}
