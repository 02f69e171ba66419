import { MIN_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { passwordLength } from '@portal/contract/sign-in/password.ts'
import { leetspeakReadings } from './leetspeak.ts'

/** Whose password it is. */
export type PasswordOwner = { email: string; countyName: string | null; companyName: string }

/** They name nobody, and add nothing to a name that is easy to guess: 'Reeves County 2026'. */
const GENERIC_WORDS =
  'county appraisal district document documents portal company services service office property password welcome'.split(
    ' ',
  )
/** Characters beside names and words of the trade. */
const MIN_OWN_CHARACTERS = 5
/** Shorter words count where they stand alone: the 'lee' of 'sleepy mules' is no county. */
const SHORT_WORD_CHARACTERS = 3

/** What stands beside the names of an owner, and what of that is no word of the trade. */
export type Remainder = { rest: string; bare: string }

/**
 * What a password has beside the names of its owner, in each way of reading it: the address, its local part, the county
 * and the company. Empty where it holds none of them.
 */
export function withoutOwnNames(password: string, owner: PasswordOwner): Remainder[] {
  const names = namesOf(owner)
  const lower = password.normalize('NFKC').toLowerCase()
  return [...new Set([lower, ...leetspeakReadings(lower)])].flatMap((reading) => {
    const rest = without(reading, names)
    return rest === squeezed(reading) ? [] : [{ rest, bare: without(rest, GENERIC_WORDS) }]
  })
}

/** Whether that could not be a password by itself. */
export function isTooLittle({ rest, bare }: Remainder): boolean {
  return passwordLength(rest) < MIN_PASSWORD_CHARACTERS || passwordLength(bare) < MIN_OWN_CHARACTERS
}

function namesOf({ email, countyName, companyName }: PasswordOwner): string[] {
  const [local = ''] = email.split('@')
  const county = wordsOf(countyName ?? '').filter((word) => word !== 'county')
  const company = wordsOf(companyName)
  const parts = [...wordsOf(local), ...company].filter((word) => word.length > SHORT_WORD_CHARACTERS)
  const names = [email, local, county.join(''), company.join(''), ...parts].map(squeezed)
  return [...new Set(names)]
    .filter((name) => name.length >= SHORT_WORD_CHARACTERS && !GENERIC_WORDS.includes(name))
    .toSorted((one, other) => other.length - one.length)
}

function without(text: string, words: readonly string[]): string {
  const [short, long] = [words.filter(isShort), words.filter((word) => !isShort(word))]
  const spoken = short.reduce((left, word) => left.replaceAll(alone(word), ' '), text)
  return long.reduce((left, word) => left.replaceAll(word, ''), squeezed(spoken))
}

const alone = (word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu')

const isShort = (word: string) => word.length <= SHORT_WORD_CHARACTERS

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const squeezed = (text: string) => wordsOf(text).join('')
