import type { County } from '@portal/contract/lookups.ts'
import { ROLES, type Role } from '@portal/contract/roles.ts'
import { useSession } from '../../lib/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { CountyPicker } from './county-picker.tsx'
import { oneOf } from './people-address.ts'
import { ROLE_HINTS, roleOptions } from './people-texts.ts'

/** A role, and the counties that it is for. */
export type ChosenAccess = { readonly role: Role; readonly counties: ReadonlySet<number> }

type Props = {
  readonly counties: readonly County[]
  readonly access: ChosenAccess
  readonly onChange: (access: ChosenAccess) => void
  /** Why the role stays as it is; not set where it may be chosen. */
  readonly roleStays?: string | undefined
}

/** What somebody may do, and where. Each role says what it means: it is given by people who did not make it up. */
export function AccessFields({ counties, access, onChange, roleStays }: Props) {
  const { role, counties: chosen } = access
  return (
    <>
      <SelectField
        label="Role"
        options={roleOptions(useSession())}
        value={role}
        isDisabled={roleStays !== undefined}
        hint={roleStays ?? ROLE_HINTS[role]}
        onChange={(value) => onChange({ ...access, role: oneOf(ROLES, value) ?? role })}
      />
      {role !== 'administrator' && (
        <CountyPicker
          counties={counties}
          chosen={chosen}
          onChange={(now) => onChange({ ...access, counties: now })}
        />
      )}
    </>
  )
}
