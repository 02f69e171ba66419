/** The roles of people in the portal; the server defines the rights of each. */
export const ROLES = ['user', 'manager', 'staff', 'administrator', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** The display names of the roles in screens, mails and commands. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  user: 'County user',
  manager: 'County manager',
  staff: 'Firm staff',
  administrator: 'Administrator',
  reader: 'Reader',
}
