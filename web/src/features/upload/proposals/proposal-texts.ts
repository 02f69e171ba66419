import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { filesText } from '../facts/upload-texts.ts'
import type { QueueFields } from '../facts/owner-facts.ts'
import type { Proposal } from './proposal.ts'

/** The proposed type and owner; empty if neither is proposed. */
export function kindText({ typeId, owner }: Partial<QueueFields>, types: readonly LookupItem[]): string {
  const type = types.find(({ ID }) => ID === typeId)?.Name
  return [type, owner && `${owner.name} (${owner.partyNumber})`].filter(Boolean).join(' · ')
}

/** Counts the files with a proposal, and the proposals that "Fill in all" leaves out. */
export function proposalsText(proposals: readonly Proposal[], free: readonly Proposal[]): string {
  const one = proposals.length === 1
  const all = `We can fill in ${filesText(proposals.length)} from ${one ? 'its name' : 'their names'}.`
  const others = proposals.length - free.length
  if (others === 0) return all
  return `${all} ${others === 1 ? 'One differs' : `${others} differ`} from your entries. Press Fill in for each of these.`
}
