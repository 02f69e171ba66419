import {
  ADMIN_ONLY_CHANGE,
  ADMIN_ONLY_ENABLE,
  NOT_YOUR_OWN_ACCESS,
} from '@portal/contract/people/people-errors.ts'
import type { Person } from '@portal/contract/people/people.ts'
import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { useClosedByBack } from '../../lib/use-closed-by-back.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogForm, FormDialog } from '../../ui/form-dialog.tsx'
import { HistoryLink } from '../../ui/history-link.tsx'
import { AccessFields, type ChosenAccess } from './access-fields.tsx'
import { accessOf, isSameAccess, rebaseAccess } from './newer-person.ts'
import { countiesText, nameOf, STATE_NAMES } from './people-texts.ts'
import dialogClasses from '../../ui/dialog.module.css'
import classes from './people.module.css'
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
  const isChanged = !isSameAccess(access, accessOf(person))
  useClosedByBack(() => !isChanged && onClose())
  return (
    <FormDialog title={nameOf(person)} question={isChanged ? UNSAVED : null} onClose={onClose}>
      {(close) =>
        person.mayChange ? (
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
          <OnlySeen person={person} acts={acts} onClose={onClose} />
        )
      }
    </FormDialog>
  )
}

/**
 * Shows a person that only administrators may change. A password link goes only to the person, so it may still be sent.
 */
function OnlySeen({ person, acts, onClose }: Props) {
  const { username } = useSession()
  const why = person.email === username ? NOT_YOUR_OWN_ACCESS : ADMIN_ONLY_CHANGE
  return (
    <div className={dialogClasses.form}>
      <p>
        {ROLE_NAMES[person.role]}, {STATE_NAMES[person.state].toLowerCase()}. Counties:{' '}
        {countiesText(person) || 'none'}.
      </p>
      <p>{why.sentence}</p>
      {person.maySendLink && (
        <div className={classes.actions}>
          <SendLink
            person={person}
            onSend={() => {
              acts.sendLink(person)
              onClose()
            }}
          />
        </div>
      )}
      <HistoryLink of={{ person: person.email }} />
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
  const isOwn = person.email === useSession().username
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
    >
      <AccessFields
        access={access}
        onChange={setAccess}
        roleStays={isOwn ? NOT_YOUR_OWN_ACCESS.sentence : undefined}
      />
      {/* Unsaved changes keep the dialog open. */}
      <OtherActs
        person={person}
        isOwn={isOwn}
        acts={acts}
        onClose={() => isSameAccess(access, accessOf(person)) && onClose()}
      />
      <HistoryLink of={{ person: person.email }} />
    </DialogForm>
  )
}

type OtherProps = Props & { readonly isOwn: boolean }

/** Actions that cannot be undone and therefore ask for confirmation. */
const QUESTIONS = {
  disable: {
    title: 'Disable this person?',
    yes: 'Disable',
    question: 'They are signed out everywhere and cannot sign in. You can enable them again.',
  },
  endSessions: {
    title: 'End all sessions?',
    yes: 'Sign out everywhere',
    question: 'They are signed out everywhere. They can sign in again at once.',
  },
  resetFactor: {
    title: 'Reset the second factor?',
    yes: 'Reset',
    question:
      'Their codes and all their passkeys are removed. They must sign in again, and set up others where their role needs it. Please make sure first that it is really they who are asking.',
  },
} as const

function OtherActs({ person, isOwn, acts, onClose }: OtherProps) {
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const act = (run: (person: Person) => void) => {
    run(person)
    onClose()
  }
  return (
    <div className={classes.actions}>
      {person.state === 'disabled' ? (
        <Enabling person={person} onEnable={() => act(acts.enable)} />
      ) : (
        <>
          <SendLink person={person} onSend={() => act(acts.sendLink)} />
          <Button onClick={() => setAsked('endSessions')}>Sign out everywhere</Button>
          {!isOwn && <Button onClick={() => setAsked('disable')}>Disable</Button>}
        </>
      )}
      {(person.secondFactor === 'on' || person.hasPasskey) && !isOwn && (
        <Button onClick={() => setAsked('resetFactor')}>Reset second factor</Button>
      )}
      {asked && (
        <ConfirmDialog
          opened
          {...QUESTIONS[asked]}
          no="Cancel"
          subject={nameOf(person)}
          onYes={() => act(acts[asked])}
          onNo={() => setAsked(null)}
        />
      )}
    </div>
  )
}

type SendProps = Pick<Props, 'person'> & { readonly onSend: () => void }

function SendLink({ person, onSend }: SendProps) {
  return <Button onClick={onSend}>{person.isLinkOver ? 'Send the link again' : 'Send password link'}</Button>
}

type EnablingProps = Pick<Props, 'person'> & { readonly onEnable: () => void }

function Enabling({ person, onEnable }: EnablingProps) {
  if (!person.mayEnable) return <p>{ADMIN_ONLY_ENABLE.sentence}</p>
  return <Button onClick={onEnable}>Enable</Button>
}
