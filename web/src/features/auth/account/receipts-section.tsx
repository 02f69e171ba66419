import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { AccountSection } from './account-section.tsx'

/** The way to one's own receipts, and to verify one that somebody sent. */
export function ReceiptsSection() {
  return (
    <AccountSection id="receipts" title="Filing receipts">
      <p>
        <Link to={PATHS.receipts}>My receipts</Link>: the receipts of what you uploaded, and the way to verify
        a receipt by its number and its check code.
      </p>
    </AccountSection>
  )
}
