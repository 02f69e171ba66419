import { formatDateTime, NOTHING } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { UserName } from '../../ui/user-name.tsx'
import type { TokenOfSomeone } from './api-tokens.queries.ts'

type Options = { readonly timeZone: string; readonly onRevoke: (token: TokenOfSomeone) => void }

/** The columns of the list: whose token it is, what it may do, and its last use. */
export function tokenColumns({ timeZone, onRevoke }: Options): readonly Column<TokenOfSomeone>[] {
  return [
    { id: 'owner', header: 'Owner', cell: ({ owner }) => <UserName name={owner} />, isRowHeader: true },
    { id: 'label', header: 'Name', cell: ({ label, ending }) => <bdi>{`${label} (…${ending})`}</bdi> },
    {
      id: 'rights',
      header: 'Access',
      cell: ({ rights }) => (rights === 'read' ? 'Read only' : 'Read and write'),
    },
    {
      id: 'counties',
      header: 'Counties',
      cell: ({ counties }) => counties?.join(', ') ?? 'All of the owner',
    },
    { id: 'networks', header: 'Networks', cell: ({ networks }) => networks.join(', ') || 'Any' },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expires }) => formatDateTime(expires, timeZone),
      isNoWrap: true,
    },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ lastUsed }) => (lastUsed === null ? NOTHING : formatDateTime(lastUsed, timeZone)),
      isNoWrap: true,
    },
    {
      id: 'revoke',
      header: 'Revoke',
      isForScreen: true,
      cell: (token) => (
        <Button aria-label={`Revoke ${token.label} of ${token.owner}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      ),
    },
  ]
}
