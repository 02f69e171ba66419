import { IconCircleCheck, IconHistory, IconMailOff, IconShieldOff } from '@tabler/icons-react'
import { useConfig } from '../../lib/config.ts'
import { formatDateTime } from '../../lib/format.ts'
import { PATHS } from '../../lib/paths.ts'
import { searchInScope, useScope } from '../../lib/scope.ts'
import { Box, BoxEmpty, BoxRow, BoxRows } from './box.tsx'
import { countOf } from './start-texts.ts'
import type { StartPart } from './start.queries.ts'

/** The people whom a manager must care for. */
export function PeopleBox({ part }: { readonly part: StartPart<'people'> }) {
  const county = useScope()
  const { expiredInvitations, withoutTwoStep } = part
  const people = (search: string) => `${PATHS.people}?${searchInScope(search, county)}`
  return (
    <Box title="Your people" link={{ to: people(''), text: 'People' }}>
      <BoxRows>
        {expiredInvitations > 0 && (
          <BoxRow
            icon={IconMailOff}
            look="urgent"
            detail="They cannot sign in until you send another link."
            action={{ to: people('state=invited'), text: 'Open', label: 'Open invited people' }}
          >
            <strong>{countOf(expiredInvitations, 'invitation')}</strong>{' '}
            {expiredInvitations === 1 ? 'has' : 'have'} expired
          </BoxRow>
        )}
        {withoutTwoStep > 0 && (
          <BoxRow
            icon={IconShieldOff}
            action={{
              to: people('state=active&second-factor=off'),
              text: 'Open',
              label: 'Open people without two-step verification',
            }}
          >
            <strong>
              {withoutTwoStep === 1 ? '1 person' : `${withoutTwoStep.toLocaleString('en-US')} people`}
            </strong>{' '}
            without two-step verification
          </BoxRow>
        )}
        {expiredInvitations + withoutTwoStep === 0 && (
          <BoxRow icon={IconCircleCheck} look="done">
            No invitation has expired, and everybody uses two-step verification.
          </BoxRow>
        )}
      </BoxRows>
    </Box>
  )
}

/** What people changed last. */
export function LatelyBox({ part }: { readonly part: StartPart<'lately'> }) {
  const { timeZone } = useConfig()
  const county = useScope()
  const search = searchInScope('', county)
  return (
    <Box
      title="Lately"
      link={{ to: search === '' ? PATHS.history : `${PATHS.history}?${search}`, text: 'Activity' }}
    >
      {part.length === 0 && <BoxEmpty>Nothing happened yet.</BoxEmpty>}
      <BoxRows>
        {part.map(({ id, at, who, name, what, countyName }) => (
          <BoxRow
            key={id}
            icon={IconHistory}
            detail={[formatDateTime(at, timeZone), countyName].filter(Boolean).join(' · ')}
          >
            <bdi>{name ?? who}</bdi> <bdi>{what}</bdi>
          </BoxRow>
        ))}
      </BoxRows>
    </Box>
  )
}
