/** What a person is in the portal; the rights of each stand on the server. */
export const ROLES = ['user', 'manager', 'staff', 'administrator', 'reader'] as const
export type Role = (typeof ROLES)[number]

/** The roles in words, as screens, mails and commands say them. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  user: 'County user',
  manager: 'County manager',
  staff: 'Firm staff',
  administrator: 'Administrator',
  reader: 'Reader',
}
