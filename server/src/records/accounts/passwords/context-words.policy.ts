import { MIN_PASSWORD_CHARACTERS } from '@portal/contract/limits.ts'
import { passwordLength } from '@portal/contract/sign-in/password.ts'
import { leetspeakReadings } from './leetspeak.ts'

/** The person whose password is checked. */
export type PasswordOwner = { email: string; countyName: string | null; companyName: string }

/** Words that identify nobody and add nothing to a guessable name: 'Reeves County 2026'. */
const GENERIC_WORDS =
  'county appraisal district document documents portal company services service office property password welcome'.split(
    ' ',
  )
/** Characters that a password needs in addition to names and words of the trade. */
const MIN_OWN_CHARACTERS = 5
/** Words up to this length count only as separate words: the 'lee' in 'sleepy mules' is not a county. */
const SHORT_WORD_CHARACTERS = 3

/** A password without its owner's names (`rest`), and also without words of the trade (`bare`). */
export type Remainder = { rest: string; bare: string }

/**
 * Returns what remains of a password without its owner's names, for each way to read it. Names are the address, its
 * local part, the county and the company. Empty if the password contains none of them.
 */
export function withoutOwnNames(password: string, owner: PasswordOwner): Remainder[] {
  const names = namesOf(owner)
  const lower = password.normalize('NFKC').toLowerCase()
  return [...new Set([lower, ...leetspeakReadings(lower)])].flatMap((reading) => {
    const rest = without(reading, names)
    return rest === squeezed(reading) ? [] : [{ rest, bare: without(rest, GENERIC_WORDS) }]
  })
}

/** Whether the remainder is too short to be a password by itself. */
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
