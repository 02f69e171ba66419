import type { LabelledNumber } from './labelled-numbers.ts'
import type { Mention, Place } from './mentions.ts'
import { formsOf } from './name-forms.ts'
import { distinctiveWords, isCompany, isPublicBody, significantWords } from './name-words.ts'
import { SEVERAL } from './phrase-table.ts'
import { wordsOf } from './text-words.ts'

/** An owner or an agent with all its names. */
export type NamedParty = { readonly number: number; readonly names: readonly string[] }

export type Chosen = { readonly number: number; readonly place: Place }

/** More are no help. */
const MAX_CHOSEN = 3

type Evidence = {
  readonly mentions: readonly Mention[]
  /** Numbers of the text, each with the parties that may have it. */
  readonly numbers: readonly (LabelledNumber & { readonly parties: readonly number[] })[]
  readonly parties: ReadonlyMap<number, NamedParty>
  /** Folded words of the text. */
  readonly words: ReadonlySet<string>
  readonly role: 'owner' | 'agent'
  /** Whether a label names somebody of this role who is unknown. */
  readonly isOtherNamed: boolean
}

/**
 * The parties that the document is about. Those with a label or a number come first. Without any, only one that is
 * clearly named.
 */
export function chooseParties(evidence: Evidence): Chosen[] {
  // A stranger's text may name an owner a thousand times, so each owner is compared once.
  const phrasesOf = once((number) => phrasesOfParty(evidence.parties.get(number)))
  const isInText = once((number) => isCorroborated(number, evidence))
  const mentions = evidence.mentions.filter(
    ({ number, phrase }) => number === SEVERAL || phrasesOf(number).has(phrase),
  )
  const labelled = mentions.filter(({ role }) => role === evidence.role)
  const byNumber = evidence.numbers.flatMap(({ parties, place }) => {
    const [number, ...others] = parties.filter(isInText)
    return number === undefined || others.length > 0 ? [] : [{ number, place }]
  })
  const strong = [...byNumber, ...labelled.filter(({ number }) => number !== SEVERAL)]
  if (strong.length > 0) return distinct(strong)
  if (evidence.isOtherNamed || labelled.length > 0) return []
  return onlyClear(mentions)
}

/** Calls `read` once for each number. */
function once<T extends object | boolean>(read: (number: number) => T): (number: number) => T {
  const known = new Map<number, T>()
  return (number) => {
    const value = known.get(number) ?? read(number)
    known.set(number, value)
    return value
  }
}

/** A hash stands for several phrases. These are really the party's. */
function phrasesOfParty(party: NamedParty | undefined): ReadonlySet<string> {
  const forms = (party?.names ?? []).map(formsOf)
  return new Set(forms.flatMap(({ whole, short }) => [...whole, ...short]))
}

/** A number alone may be that of another list: the words of the name are in the text too, wherever they are. */
function isCorroborated(number: number, { parties, words }: Evidence): boolean {
  return (parties.get(number)?.names ?? []).some((name) => {
    const own = significantWords(wordsOf(name).map(({ word }) => word))
    return distinctiveWords(own).length > 0 && own.every((word) => words.has(word))
  })
}

function distinct(found: readonly Chosen[]): Chosen[] {
  const first = new Map<number, Chosen>()
  for (const { number, place } of found) if (!first.has(number)) first.set(number, { number, place })
  return [...first.values()].slice(0, MAX_CHOSEN)
}

/** The only company of the text, if it is a heading, or is named twice. */
function onlyClear(mentions: readonly Mention[]): Chosen[] {
  const open = mentions.filter(({ role }) => role === undefined)
  const [only, ...others] = distinct(open)
  if (!only || only.number === SEVERAL || others.length > 0) return []
  const [mention] = open
  const words = mention?.phrase.split(' ') ?? []
  const isClear = open.length > 1 || mention?.isAlone === true
  if (!isClear || !isCompany(words) || isPublicBody(words)) return []
  return words.length > 1 && distinctiveWords(words).length > 0 ? [only] : []
}
