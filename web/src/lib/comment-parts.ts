import type { NamedPerson } from '@portal/contract/comments/comments.ts'

/** A part of the text of a comment, as the screen shows it. */
export type CommentPart = { readonly is: 'text' | 'link' | 'mention'; readonly text: string }

const MENTION = /@\{(\d{1,10})\}/u
const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/iu
const PARTS = new RegExp(`${MENTION.source}|${ADDRESS.source}`, 'giu')

/** Splits the text of a comment into texts, links (http and https only) and mentions of people. */
export function commentParts(text: string, people: readonly NamedPerson[]): CommentPart[] {
  const parts: CommentPart[] = []
  let end = 0
  const add = (part: CommentPart) => {
    if (part.text !== '') parts.push(part)
  }
  for (const { 0: found, 1: id, index } of text.matchAll(PARTS)) {
    const part = id === undefined ? linkIn(found) : mentionIn(Number(id), people)
    if (!part) continue
    add({ is: 'text', text: text.slice(end, index) })
    add(part)
    end = index + (part.is === 'link' ? part.text.length : found.length)
  }
  add({ is: 'text', text: text.slice(end) })
  return parts
}

function mentionIn(id: number, people: readonly NamedPerson[]): CommentPart | null {
  const person = people.find((one) => one.id === id)
  return person ? { is: 'mention', text: `@${person.name}` } : null
}

/** The link without the punctuation that ends its sentence; a bracket stays if the link opens it. */
function linkIn(found: string): CommentPart | null {
  let text = found
  for (;;) {
    const last = text.at(-1) ?? ''
    const isClosing = last === ')' && text.split('(').length <= text.split(')').length - 1
    if (!isClosing && !/[.,;:!?'\]}]/u.test(last)) break
    text = text.slice(0, -1)
  }
  return URL.canParse(text) ? { is: 'link', text } : null
}
