import { PageHeading } from '../../../ui/page-heading.tsx'
import classes from './account.module.css'
import { ActsSection } from './acts-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { IdentitiesSection } from '../single-sign-on/identities-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { SectionLinks } from './section-links.tsx'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor/second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** /account: what people see of their account, and change themselves. */
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
          <SessionsSection />
          <ReceiptsSection />
          <ActsSection />
        </div>
      </div>
    </>
  )
}
