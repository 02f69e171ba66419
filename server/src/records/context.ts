import type { CommandTools } from '../engines/commands/command.ts'
import type { Engines } from '../engines/engines.ts'
import type { Serve as ServeCalls } from '../engines/http/serve.ts'
import type { Turns } from '../engines/http/turns.ts'
import type { Actor, AnonymousActor, PersonActor } from './access/actor.ts'
import type { AnchorNotices } from './audit/anchors/anchor-notices.ts'
import type { CommonPasswords } from './accounts/passwords/common-passwords.ts'
import type { PasswordHasher } from './accounts/passwords/password-hash.ts'
import type { DoorNotices } from './deliveries/delivery-notices.ts'
import type { StoreNotices } from './stored-files/bytes/store-notices.ts'
import type { PageReader } from './documents/pages/page-reader.ts'
import type { UploadSlots } from './intake/upload-slots.ts'
import type { BrokenLines } from './intake/resumable/broken-lines.ts'
import type { TakingOver } from './intake/resumable/taking-over.ts'
import type { OwnerRolls } from './parties/owner-values/owner-rolls.ts'
import type { OrganizationLists } from './parties/organization-lists.ts'
import type { OrganizationSearch } from './parties/organization-search.ts'
import type { PrintReceipt } from './receipts/print-receipt.ts'
import type { Dictionaries } from './reference/dictionaries.ts'

/** Everything a use case may need, built once. */
export type World = Engines & {
  readonly dictionaries: Dictionaries
  readonly documentPages: PageReader
  readonly organizationSearch: OrganizationSearch
  readonly organizationLists: OrganizationLists
  readonly ownerRolls: OwnerRolls
  readonly commonPasswords: CommonPasswords
  readonly passwordHasher: PasswordHasher
  /** In which a person gets a whole list. */
  readonly listTurns: Turns
  /** In which a person reads. */
  readonly readTurns: Turns
  /** In which a person does what is below a lock of theirs in the database; taken before the transaction begins. */
  readonly lockTurns: Turns
  readonly uploadSlots: UploadSlots
  /** Of uploads that go on where they broke off. */
  readonly takingOver: TakingOver
  readonly brokenLines: BrokenLines
  readonly storeNotices: StoreNotices
  readonly anchorNotices: AnchorNotices
  readonly doorNotices: DoorNotices
  /** In a thread of its own, one receipt after the other. */
  readonly printReceipt: PrintReceipt
}

/** The world, and who acts in it. */
export type Context = World & { readonly actor: Actor }

/** Of a call that anybody may make. */
export type AnonymousContext = World & { readonly actor: AnonymousActor }

/** Of a call that somebody makes who is signed in. */
export type PersonContext = World & { readonly actor: PersonActor }

export type CommandContext = Context & CommandTools

/** Registers calls of the contract with their use cases. */
export type Serve = ServeCalls<AnonymousContext, PersonContext>
