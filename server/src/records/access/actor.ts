import type { Right } from '@portal/contract/access/rights.ts'
import type { Role } from '@portal/contract/access/roles.ts'

/** Whose documents and owners a person sees: every county's, or those of these counties, of which there may be none. */
export type Counties = 'all' | readonly number[]

/** Who asks. A person without a county sees their own uploads only. */
export type Person = {
  readonly accountId: number
  readonly email: string
  readonly role: Role
  readonly rights: ReadonlySet<Right>
  readonly counties: Counties
  /** The one of their counties that they chose last; an administrator of the firm may have one, and sees all nevertheless. */
  readonly ownCounty: { readonly id: number; readonly name: string } | null
}

/** Where a call comes from. */
export type Caller = {
  /** The network address. */
  readonly address: string
  /** Whether it is that of a proxy, so that anybody else may have it too. */
  readonly isOfProxy: boolean
  readonly requestId: string
}

/** Somebody who typed an address at most: it may be anybody's. */
export type AnonymousActor = { readonly kind: 'anonymous'; readonly caller: Caller }

/** Somebody whose password or mailed link was right, without a session of theirs. */
export type ProvenActor = {
  readonly kind: 'proven'
  readonly caller: Caller
  readonly account: { readonly accountId: number; readonly email: string }
}

/** Somebody with a session. */
export type PersonActor = {
  readonly kind: 'person'
  readonly caller: Caller
  readonly person: Person
  readonly session: {
    readonly id: number
    /** When they last proved in it who they are. */
    readonly provenAt: Date | null
  }
}

/** Whoever runs commands on the portal's machine. */
export type CommandLineActor = { readonly kind: 'command line' }

/** Work of the portal's own, done in the background; its name is what it signs with, such as `retention`. */
export type JobActor = { readonly kind: 'job'; readonly name: string }

/** Another way in than the calls, such as a folder that the portal watches: nobody is signed in there. */
export type DoorActor = {
  readonly kind: 'door'
  /** What it signs with: which folder, or whose mail. */
  readonly name: string
  readonly door: 'drop folder' | 'mailbox'
}

/** Who acts: every use case knows it, and every audit record tells it. */
export type Actor = AnonymousActor | ProvenActor | PersonActor | CommandLineActor | JobActor | DoorActor

export const COMMAND_LINE: CommandLineActor = { kind: 'command line' }

/** The same context with the account that the caller has just proved to be theirs. */
export function asProven<C extends { readonly actor: AnonymousActor }>(
  context: C,
  account: ProvenActor['account'],
): Omit<C, 'actor'> & { readonly actor: ProvenActor } {
  return { ...context, actor: { kind: 'proven', caller: context.actor.caller, account } }
}
