import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { AccountSection } from './account-section.tsx'

/** The way to verify a receipt that somebody sent. */
export function ReceiptsSection() {
  return (
    <AccountSection title="Filing receipts">
      <p>
        <Link to={PATHS.receipts}>Verify a receipt</Link> by its number and its check code.
      </p>
    </AccountSection>
  )
}
