import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { chooseParties, type Chosen, type NamedParty } from './choose-parties.ts'
import { labelledNumbersIn } from './labelled-numbers.ts'
import { mentionsIn, type FindPhrase, type Mention, type TextPage } from './mentions.ts'
import { SEVERAL } from './phrase-table.ts'
import { wordsOf } from './text-words.ts'

/** The owners or the agents of a county. */
export type PartyDirectory = {
  readonly find: FindPhrase
  /** Those that a number of a document may mean. */
  withNumber(number: string): readonly number[]
  /** Those of the county among these, with all their names. */
  named(numbers: readonly number[]): Promise<readonly NamedParty[]>
}

type Directories = { readonly owners: PartyDirectory; readonly agents: PartyDirectory }

export type FoundParties = { readonly owners: readonly Chosen[]; readonly agents: readonly Chosen[] }

/** The owners and agents that a document is about. */
export async function findParties(
  pages: readonly TextPage[],
  { owners, agents }: Directories,
): Promise<FoundParties> {
  const owning: Mention[] = []
  const acting: Mention[] = []
  const words = new Set<string>()
  for (const page of pages) {
    const ofPage = wordsOf(page.text)
    for (const { word } of ofPage) words.add(word)
    owning.push(...mentionsIn(page, ofPage, owners.find))
    acting.push(...mentionsIn(page, ofPage, agents.find))
    // A page takes some milliseconds. Other calls come first.
    await yieldToEventLoop()
  }
  const chosen = (role: 'owner' | 'agent', directory: PartyDirectory, mentions: readonly Mention[]) =>
    choose(pages, { role, directory, mentions, words })
  return {
    owners: await chosen('owner', owners, withoutShared(owning, acting)),
    agents: await chosen('agent', agents, withoutShared(acting, owning)),
  }
}

/** A name without a label that an owner and an agent have says nothing. */
function withoutShared(mentions: readonly Mention[], others: readonly Mention[]): readonly Mention[] {
  const phrases = new Set(others.map(({ phrase }) => phrase))
  return mentions.filter(({ role, phrase }) => role !== undefined || !phrases.has(phrase))
}

type Choosing = {
  readonly role: 'owner' | 'agent'
  readonly directory: PartyDirectory
  readonly mentions: readonly Mention[]
  readonly words: ReadonlySet<string>
}

async function choose(
  pages: readonly TextPage[],
  { role, directory, mentions, words }: Choosing,
): Promise<readonly Chosen[]> {
  const numbers = pages
    .flatMap(labelledNumbersIn)
    .map((labelled) => ({ ...labelled, parties: directory.withNumber(labelled.number) }))
  const asked = new Set([
    ...mentions.map(({ number }) => number),
    ...numbers.flatMap(({ parties }) => parties),
  ])
  asked.delete(SEVERAL)
  if (asked.size > MAX_QUERIED) return []
  const named = asked.size === 0 ? [] : await directory.named([...asked])
  const parties = new Map(named.map((party) => [party.number, party]))
  const isOtherNamed = pages.some(({ text }) => NAMED[role].some((pattern) => pattern.test(text)))
  return chooseParties({ mentions, numbers, parties, words, role, isOtherNamed })
}

/** A list of owners is about none of them. */
const MAX_QUERIED = 50

/** Labels with a value. */
const NAMED: Readonly<Record<'owner' | 'agent', readonly RegExp[]>> = {
  owner: [
    /\b(?:owner|taxpayer|propietari[oa]|dueño|business|company)(?:['’]?s)?(?: names?)?[ \t]{0,8}:[ \t]{0,8}[\p{L}\d][^\n]{3}/iu,
    /^[ \t]{0,8}(?:name of )?(?:the )?(?:property |business )?(?:owner|taxpayer)(?:['’]?s)?(?: names?)?[ \t]{0,8}\r?\n[ \t]{0,8}[\p{L}\d][^\n]{3}/imu,
  ],
  agent: [/\bagent(?:['’]?s)?(?: names?)?[ \t]{0,8}:[ \t]{0,8}[\p{L}\d][^\n]{3}/iu],
}
