import { Link } from 'react-router'
import { pathToReturnTo } from '../../lib/return-path.ts'
import { useSession } from '../../lib/session.ts'

type Props = { readonly className: string | undefined; readonly replace?: boolean }

/** A link back to the user's screen before the sign-in; renders nothing if there is none. */
export function ContinueLink({ className, replace = false }: Props) {
  const path = pathToReturnTo(useSession().username)
  if (path === null) return null
  return (
    <Link to={path} replace={replace} className={className}>
      Continue where you were
    </Link>
  )
}
