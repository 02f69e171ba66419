import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import { useSession } from '../../lib/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { CountyPicker } from './county-picker.tsx'
import { useGrantedCounties } from './use-granted-counties.ts'
import { ROLE_HINTS, roleOptions } from './people-texts.ts'

/** A role, and the counties that it is for. */
export type ChosenAccess = { readonly role: Role; readonly counties: ReadonlySet<number> }

type Props = {
  readonly access: ChosenAccess
  readonly onChange: (access: ChosenAccess) => void
  /** Why the role stays as it is; not set where it may be chosen. */
  readonly roleStays?: string | undefined
}

/** What somebody may do, and where. Each role says what it means: it is given by people who did not make it up. */
export function AccessFields({ access, onChange, roleStays }: Props) {
  const { role, counties: chosen } = access
  const given = useGrantedCounties()
  return (
    <>
      <SelectField
        label="Role"
        options={roleOptions(useSession())}
        value={role}
        isDisabled={roleStays !== undefined}
        hint={roleStays ?? ROLE_HINTS[role]}
        onChange={(value) => onChange({ ...access, role: ROLES.find((each) => each === value) ?? role })}
      />
      {role !== 'administrator' && (
        <CountyPicker
          given={given}
          chosen={chosen}
          onChange={(now) => onChange({ ...access, counties: now })}
        />
      )}
    </>
  )
}
