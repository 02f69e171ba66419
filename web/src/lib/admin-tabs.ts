import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { PATHS } from './paths.ts'
import type { AdministrationRight } from './rights.ts'

type AdminTab = { readonly label: string; readonly path: string; readonly right: AdministrationRight }

const TABS: readonly AdminTab[] = [
  { label: 'People', path: PATHS.people, right: 'people.manage' },
  { label: 'Counties', path: PATHS.counties, right: 'portal.manage' },
  { label: 'What happened', path: PATHS.history, right: 'audit.read' },
  { label: 'Jobs and mail', path: PATHS.jobs, right: 'portal.manage' },
  { label: 'Mailbox', path: PATHS.mailbox, right: 'portal.manage' },
  { label: 'State', path: PATHS.state, right: 'portal.manage' },
]

/** The screens behind the entry Administration that this person may see. */
export function adminTabs({ rights }: Pick<Session, 'rights'>): readonly AdminTab[] {
  return TABS.filter(({ right }) => rights.includes(right))
}
