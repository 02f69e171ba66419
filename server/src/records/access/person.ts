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
