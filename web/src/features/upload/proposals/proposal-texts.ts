import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { filesText } from '../facts/upload-texts.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import type { Proposal } from './proposal.ts'

/** The lists that ids take their names from. */
export type KindNames = {
  readonly categories: { readonly list: readonly LookupItem[] }
  readonly types: readonly DocumentType[]
}

/** `Industrial · Rendition`, because several categories have a type of the same name; empty without both. */
export function kindText({ categoryId, typeId }: Partial<QueueFields>, names: KindNames): string {
  const category = names.categories.list.find(({ ID }) => ID === categoryId)?.Name
  const type = names.types.find(({ ID }) => ID === typeId)?.Name
  return [category, type].filter(Boolean).join(' · ')
}

/** `Mesa Compression LLC (102219)`; empty without an owner. */
export function ownerText({ owner }: Partial<QueueFields>): string {
  return owner ? `${owner.name} (${owner.partyNumber})` : ''
}

/** Counts the files that "Fill in all" fills in, and the files that it leaves out. */
export function proposalsText(proposals: readonly Proposal[], free: readonly Proposal[]): string {
  const others = proposals.length - free.length
  return [freeText(free.length), othersText(others, free.length > 0 ? 'other ' : '')]
    .filter(Boolean)
    .join(' ')
}

function freeText(count: number): string {
  if (count === 0) return ''
  return `We can fill in ${filesText(count)} from ${count === 1 ? 'its name' : 'their names'}.`
}

function othersText(count: number, other: 'other ' | ''): string {
  if (count === 0) return ''
  return count === 1
    ? `The name of 1 ${other}file differs from your entries. Check its row, then press Fill in.`
    : `The names of ${count} ${other}files differ from your entries. Check each row, then press Fill in.`
}
