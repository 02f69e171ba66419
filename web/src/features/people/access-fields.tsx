import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import { useSession } from '../../lib/session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { CountyPicker } from './county-picker.tsx'
import { useGrantedCounties } from './use-granted-counties.ts'
import { ROLE_HINTS, roleOptions } from './people-texts.ts'

/** A role and its counties. */
export type ChosenAccess = { readonly role: Role; readonly counties: ReadonlySet<number> }

type Props = {
  readonly access: ChosenAccess
  readonly onChange: (access: ChosenAccess) => void
}

/** A person's role and counties. Each role shows its meaning, because the user who grants it did not define it. */
export function AccessFields({ access, onChange }: Props) {
  const { role, counties: chosen } = access
  const given = useGrantedCounties()
  return (
    <>
      <SelectField
        label="Role"
        options={roleOptions(useSession())}
        value={role}
        hint={ROLE_HINTS[role]}
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
