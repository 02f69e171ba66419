/** Who asks. A person without a county who is no administrator sees their own uploads only. */
export type Person = {
  accountId: number
  email: string
  isAdmin: boolean
  countyId: number | null
  countyName: string | null
}
