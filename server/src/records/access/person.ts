import type { Right } from '@portal/contract/rights.ts'

/** Whose documents and owners a person sees: every county's, one county's, or no county's. */
export type Counties = 'all' | number | null

/** Who asks. A person without a county sees their own uploads only. */
export type Person = {
  readonly accountId: number
  readonly email: string
  readonly rights: ReadonlySet<Right>
  readonly counties: Counties
  /** The county that the account belongs to; an administrator of the firm may have one, and sees all nevertheless. */
  readonly ownCounty: { readonly id: number; readonly name: string } | null
}
