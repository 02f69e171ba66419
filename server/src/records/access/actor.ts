import type { Right } from '@portal/contract/access/rights.ts'
import type { Role } from '@portal/contract/access/roles.ts'

/** The counties whose documents and owners a person sees: all of them, or a list that may be empty. */
export type Counties = 'all' | readonly number[]

/** The person who makes the call. A person without a county sees only their own uploads. */
export type Person = {
  readonly accountId: number
  readonly email: string
  readonly role: Role
  readonly rights: ReadonlySet<Right>
  readonly counties: Counties
  /** The county that they selected last. A firm administrator may have one, but sees all counties anyway. */
  readonly ownCounty: { readonly id: number; readonly name: string } | null
}

/** The origin of a call. */
export type Caller = {
  /** The network address. */
  readonly address: string
  /** Whether the address belongs to a proxy, so that other callers may share it. */
  readonly isOfProxy: boolean
  readonly requestId: string
}

/** A caller who has proved nothing. An address that they typed may belong to anyone. */
export type AnonymousActor = { readonly kind: 'anonymous'; readonly caller: Caller }

/** A caller whose password or emailed link was correct, but who has no session. */
export type ProvenActor = {
  readonly kind: 'proven'
  readonly caller: Caller
  readonly account: { readonly accountId: number; readonly email: string }
}

/** A caller with a session, or a program with an API token of that person. */
export type PersonActor = {
  readonly kind: 'person'
  readonly caller: Caller
  readonly person: Person
  readonly session: {
    readonly id: number
    /** When they last proved their identity in this session. */
    readonly provenAt: Date | null
  }
  /** The API token of the call, which has no session; undefined for a session. */
  readonly token?: {
    readonly id: number
    readonly label: string
    /** Whether the token names counties. Receipts are closed to it then (R27.12). */
    readonly isOfCounties: boolean
  }
}

/** A run of a person over many documents. Their rights of each moment decide. */
export type RunActor = {
  readonly kind: 'run'
  readonly number: number
  /** Where the run was requested. */
  readonly caller: Caller
  readonly account: { readonly accountId: number; readonly email: string }
}

/** The operator who runs commands on the portal's machine. */
export type CommandLineActor = { readonly kind: 'command line' }

/** A background job of the portal. It signs with its name, such as `retention`. */
export type JobActor = { readonly kind: 'job'; readonly name: string }

/** A way in other than the calls, such as a folder that the portal watches. No user is signed in there. */
export type DoorActor = {
  readonly kind: 'door'
  /** The name that it signs with: the folder, or the sender of the mail. */
  readonly name: string
  readonly door: 'drop folder' | 'mailbox'
}

/** The actor. Every use case receives it, and every audit record names it. */
export type Actor =
  | AnonymousActor
  | ProvenActor
  | PersonActor
  | RunActor
  | CommandLineActor
  | JobActor
  | DoorActor

export const COMMAND_LINE: CommandLineActor = { kind: 'command line' }

/** The same context, with the account that the caller has just proved to own. */
export function asProven<C extends { readonly actor: AnonymousActor }>(
  context: C,
  account: ProvenActor['account'],
): Omit<C, 'actor'> & { readonly actor: ProvenActor } {
  return { ...context, actor: { kind: 'proven', caller: context.actor.caller, account } }
}
