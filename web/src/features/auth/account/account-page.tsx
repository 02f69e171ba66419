import { PageHeading } from '../../../ui/page-heading.tsx'
import classes from './account.module.css'
import { ActsSection } from './acts-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { IdentitiesSection } from '../single-sign-on/identities-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { TokensSection } from '../tokens/tokens-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { AccountSection } from './account-section.tsx'
import type { MouseEvent } from 'react'

/** The sections that every account has, by the id of their heading. */
const SECTIONS = [
  { id: 'name', text: 'Name' },
  { id: 'password', text: 'Password' },
  { id: 'second-factor', text: 'Two-step verification' },
  { id: 'passkeys', text: 'Passkeys' },
  { id: 'notices', text: 'Notices' },
  { id: 'sessions', text: 'Where you are signed in' },
  { id: 'receipts', text: 'Filing receipts' },
  { id: 'tokens', text: 'API tokens' },
  { id: 'activity', text: 'What you did lately' },
]

/** /account: the user's own account data, and what they can change themselves. */
export function AccountPage() {
  return (
    <>
      <PageHeading>Account</PageHeading>
      <div className={classes.beside}>
        <SectionLinks />
        <div className={classes.page}>
          <NameSection />
          <PasswordSection />
          <SecondFactorSection />
          <PasskeysSection />
          <IdentitiesSection />
          <NoticesSection />
          <SessionsSection />
          <ReceiptsSection />
          <TokensSection />
          <ActsSection />
        </div>
      </div>
    </>
  )
}

/** Links to the user's own receipts and to receipt verification. */
function ReceiptsSection() {
  return (
    <AccountSection id="receipts" title="Filing receipts">
      <p>
        <Link to={PATHS.receipts}>My receipts</Link>: the receipts of what you uploaded, and the way to verify
        a receipt by its number and its check code.
      </p>
    </AccountSection>
  )
}

/** The list of sections next to the account; hidden in a narrow window. */
function SectionLinks() {
  return (
    <nav aria-label="Sections" className={classes.sections}>
      <ul className={classes.list}>
        {SECTIONS.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className={classes.sectionLink} onClick={(event) => goTo(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Leaves the address unchanged, so that Back leaves the account. Focuses the heading, so that Tab continues from there.
 */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault()
  const heading = document.querySelector<HTMLElement>(`#${id}`)
  heading?.focus({ preventScroll: true })
  heading?.closest('section')?.scrollIntoView({ block: 'start' })
}
