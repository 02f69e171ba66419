import { refusalWithout } from '@portal/contract/access/access-errors.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { may } from '../lib/rights.ts'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Notice } from './notice.tsx'
import { PageHeading } from './page-heading.tsx'

type Props = { readonly right: Right; readonly title: string; readonly children: ReactNode }

/** A screen for users with a right. Others see its title, the reason for the refusal, and a link to continue. */
export function ForRight({ right, title, children }: Props) {
  return may(useSession(), right) ? children : <Refused right={right} title={title} />
}

function Refused({ right, title }: Pick<Props, 'right' | 'title'>) {
  useTitle(title)
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Notice tone="error">{refusalWithout(right).sentence}</Notice>
      <p>
        <Link to={PATHS.documents}>Documents</Link>
      </p>
    </>
  )
}
