import { ADMIN_ONLY_CHANGE, NOT_YOUR_OWN_ACCESS } from '@portal/contract/people/people-errors.ts'
import type { Person } from '@portal/contract/people/people.ts'
import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { useClosedByBack } from '../../lib/use-closed-by-back.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { DialogForm, FormDialog } from '../../ui/form-dialog.tsx'
import { HistoryLink } from '../../ui/history-link.tsx'
import { AccessFields, type ChosenAccess } from './access-fields.tsx'
import { accessOf, isSameAccess, rebaseAccess } from './newer-person.ts'
import { DisableOrEnable, OtherActs } from './person-acts.tsx'
import { countiesText, nameOf, STATE_NAMES } from './people-texts.ts'
import dialogClasses from '../../ui/dialog.module.css'
import type { PersonActs } from './use-person-acts.ts'

type Props = {
  readonly person: Person
  readonly acts: PersonActs
  readonly onClose: () => void
}

/** One person: their role and counties, and the actions on them. */
export function PersonDialog({ person: opened, acts, onClose }: Props) {
  const [person, setPerson] = useState(opened)
  const [access, setAccess] = useState<ChosenAccess>(accessOf(opened))
  const isOwn = person.email === useSession().username
  const isChanged = !isSameAccess(access, accessOf(person))
  useClosedByBack(() => !isChanged && onClose())
  return (
    <FormDialog title={nameOf(person)} question={isChanged ? UNSAVED : null} onClose={onClose}>
      {(close) =>
        person.mayChange && !isOwn ? (
          <PersonForm
            person={person}
            acts={acts}
            access={access}
            setAccess={setAccess}
            onNewer={setPerson}
            onClose={onClose}
            onCancel={close}
          />
        ) : (
          <OnlySeen person={person} isOwn={isOwn} acts={acts} onClose={onClose} />
        )
      }
    </FormDialog>
  )
}

/** A person whose role and counties the user may not change, with the actions that remain. */
function OnlySeen({ person, isOwn, acts, onClose }: Props & { readonly isOwn: boolean }) {
  const why = isOwn ? NOT_YOUR_OWN_ACCESS : ADMIN_ONLY_CHANGE
  return (
    <div className={dialogClasses.form}>
      <p>
        {ROLE_NAMES[person.role]}, {STATE_NAMES[person.state].toLowerCase()}. Counties:{' '}
        {countiesText(person) || 'none'}.
      </p>
      <p>{why.sentence}</p>
      <OtherActs person={person} isOwn={isOwn} acts={acts} onClose={onClose} />
      <HistoryLink of={{ person: person.email }} />
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </div>
  )
}

const UNSAVED = {
  title: 'Close without saving?',
  question: 'The role and counties that you selected here would be lost.',
} as const

type FormProps = Props & {
  readonly access: ChosenAccess
  readonly setAccess: (access: ChosenAccess) => void
  readonly onNewer: (person: Person) => void
  /** Asks first if there are unsaved changes. */
  readonly onCancel: () => void
}

function PersonForm({ person, acts, access, setAccess, onNewer, onClose, onCancel }: FormProps) {
  // Unsaved changes keep the dialog open.
  const settle = () => isSameAccess(access, accessOf(person)) && onClose()
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    setProblem(null)
    const refusal = await acts.change(person, { role: access.role, countyIds: [...access.counties] })
    if (refusal === null) return onClose()
    if (refusal.newer === null) return setProblem(refusal.text)
    const { access: onto, text } = rebaseAccess({ seen: person, chosen: access, newer: refusal.newer })
    onNewer(refusal.newer)
    setAccess(onto)
    setProblem(text)
  }
  return (
    <DialogForm
      failure={problem}
      isBusy={acts.isBusy}
      submit={acts.isBusy ? 'Saving...' : 'Save'}
      onSubmit={() => void save()}
      onCancel={onCancel}
      apart={<DisableOrEnable person={person} acts={acts} onClose={settle} />}
    >
      <AccessFields access={access} onChange={setAccess} />
      <OtherActs person={person} isOwn={false} acts={acts} onClose={settle} />
      <HistoryLink of={{ person: person.email }} />
    </DialogForm>
  )
}
