import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { filesText } from '../facts/upload-texts.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import type { Proposal } from './proposal.ts'

/** The proposed type and owner; empty if neither is proposed. */
export function kindText({ typeId, owner }: Partial<QueueFields>, types: readonly LookupItem[]): string {
  const type = types.find(({ ID }) => ID === typeId)?.Name
  return [type, owner && `${owner.name} (${owner.partyNumber})`].filter(Boolean).join(' · ')
}

/** Counts the files with a proposal, and the proposals that "accept all" leaves out. */
export function proposalsText(proposals: readonly Proposal[], free: readonly Proposal[]): string {
  const all = `${filesText(proposals.length)} ${proposals.length === 1 ? 'has' : 'have'} proposals from names and folders.`
  const others = proposals.length - free.length
  if (others === 0) return all
  return `${all} ${others === 1 ? 'One differs' : `${others} differ`} from what you have said, and ${others === 1 ? 'is' : 'are'} accepted one by one.`
}
