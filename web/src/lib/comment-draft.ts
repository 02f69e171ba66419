import { charactersOf, mentionOf } from '@portal/contract/comments/comment-text.ts'
import type { Comment, NamedPerson } from '@portal/contract/comments/comments.ts'
import { isObject } from './wire.ts'

/** The text of a comment as a person types it, with the names of people whom it mentions after an @. */
export type CommentDraft = {
  readonly text: string
  /** Each has a name of their own here. */
  readonly people: readonly NamedPerson[]
}

export const EMPTY_DRAFT: CommentDraft = { text: '', people: [] }

/** The draft with a person mentioned in the text between two positions. Another person with that name gets a number. */
export function withMention(
  { text, people }: CommentDraft,
  person: NamedPerson,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly draft: CommentDraft; readonly caret: number } {
  const known = people.find(({ id }) => id === person.id)
  const name = known?.name ?? freeName(person.name, people)
  const added = `@${name} `
  return {
    draft: {
      text: text.slice(0, from) + added + text.slice(to).replace(/^ /u, ''),
      people: known ? people : [...people, { id: person.id, name }],
    },
    caret: from + added.length,
  }
}

function freeName(name: string, people: readonly NamedPerson[]): string {
  const isTaken = (tried: string) => people.some((person) => person.name === tried)
  let number = 1
  const tried = () => (number === 1 ? name : `${name} (${number})`)
  while (isTaken(tried())) number += 1
  return tried()
}

/** The text of a draft as it is sent: a person is mentioned by their id. */
export function sentText({ text, people }: CommentDraft): string {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length)
  return longestFirst.reduce((sent, { id, name }) => sent.replaceAll(`@${name}`, mentionOf(id)), text)
}

/** The draft that changes a comment. */
export function draftOf({ text, mentions }: Pick<Comment, 'text' | 'mentions'>): CommentDraft {
  return mentions.reduce<CommentDraft>(
    ({ text: typed, people }, { id, name }) => {
      const own = freeName(name, people)
      return { text: typed.replaceAll(mentionOf(id), `@${own}`), people: [...people, { id, name: own }] }
    },
    { text: text ?? '', people: [] },
  )
}

/** The characters of a draft, as the limit counts them. */
export function lengthOf(draft: CommentDraft): number {
  return charactersOf(sentText(draft))
}

/** Whether a stored value is a draft of a comment. */
export function isCommentDraft(kept: unknown): kept is CommentDraft {
  return isObject(kept) && typeof kept['text'] === 'string' && Array.isArray(kept['people'])
}
