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

/** Counts the files with a proposal, and the proposals that "Fill in all" leaves out. */
export function proposalsText(proposals: readonly Proposal[], free: readonly Proposal[]): string {
  const one = proposals.length === 1
  const all = `We can fill in ${filesText(proposals.length)} from ${one ? 'its name' : 'their names'}.`
  const others = proposals.length - free.length
  if (others === 0) return all
  return `${all} ${others === 1 ? 'One differs' : `${others} differ`} from your entries. Press Fill in for each of these.`
}
