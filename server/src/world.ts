import type { Settings } from './config/settings.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/open-database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Log } from './log.ts'
import type { MailDriver } from './mail/mail.ts'
import type { UploadSlots } from './files/upload/upload-slots.ts'
import type { Turns } from './http/turns.ts'
import type { Dictionaries } from './lookups/dictionaries.ts'
import type { OrganizationLists } from './lookups/organization-lists.ts'
import type { OrganizationSearch } from './lookups/organization-search.ts'
import type { OwnerRolls } from './owners/owner-rolls.ts'
import type { Storage } from './storage/storage.ts'
import type { CommonPasswords } from './auth/common-passwords.ts'
import type { Person } from './auth/person.ts'

/** Everything a use case may need, built once. */
export type World = {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly dictionaries: Dictionaries
  readonly organizationSearch: OrganizationSearch
  readonly commonPasswords: CommonPasswords
  readonly organizationLists: OrganizationLists
  /** In which a person gets a whole list. */
  readonly listTurns: Turns
  readonly ownerRolls: OwnerRolls
  readonly uploadSlots: UploadSlots
  readonly storage: Storage
  readonly mail: MailDriver
  readonly jobs: Jobs
}

/** Where a call comes from: a network address, or 'command line'. */
export type Caller = {
  readonly address: string
  /** Whether it is that of a proxy, so that anybody else may have it too. */
  readonly isOfProxy: boolean
  readonly requestId: string
}

export type Context = World & { readonly caller: Caller }

export type PersonContext = Context & { readonly person: Person }
