import { ADMIN_ONLY_ENABLE } from '@portal/contract/people/people-errors.ts'
import type { Person } from '@portal/contract/people/people.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { nameOf } from './people-texts.ts'
import classes from './people.module.css'
import type { PersonActs } from './use-person-acts.ts'

type Props = {
  readonly person: Person
  readonly acts: PersonActs
  readonly onClose: () => void
}

/** Actions that cannot be undone and therefore ask for confirmation. */
const QUESTIONS = {
  disable: {
    title: 'Disable this person?',
    yes: 'Disable',
    question:
      'They are signed out everywhere and cannot sign in. Their API tokens are revoked for good. You can enable them again.',
  },
  endSessions: {
    title: 'Sign out everywhere?',
    yes: 'Sign out everywhere',
    question:
      'They are signed out everywhere, and their API tokens are revoked. They can sign in again at once.',
  },
  resetFactor: {
    title: 'Reset two-step verification?',
    yes: 'Reset',
    question:
      'Their codes and all their passkeys are removed. They must sign in again, and set up others where their role needs it. Please make sure first that it is really they who are asking.',
  },
} as const

type QuestionKind = keyof typeof QUESTIONS

/** The actions on a person that change neither their role nor whether they are enabled. */
export function OtherActs({ person, acts, isOwn, onClose }: Props & { readonly isOwn: boolean }) {
  const [asked, setAsked] = useState<QuestionKind | null>(null)
  const isDisabled = person.state === 'disabled'
  return (
    <div className={classes.actions}>
      {!isDisabled && person.maySendLink && (
        <Button
          onClick={() => {
            acts.sendLink(person)
            onClose()
          }}
        >
          {person.isLinkOver ? 'Send the link again' : 'Send password link'}
        </Button>
      )}
      {!isDisabled && person.mayChange && (
        <Button onClick={() => setAsked('endSessions')}>Sign out everywhere</Button>
      )}
      {(person.secondFactor === 'on' || person.hasPasskey) && person.mayChange && !isOwn && (
        <Button onClick={() => setAsked('resetFactor')}>Reset two-step verification</Button>
      )}
      <Question asked={asked} setAsked={setAsked} person={person} acts={acts} onClose={onClose} />
    </div>
  )
}

/** Disables a person, or enables a disabled one. */
export function DisableOrEnable({ person, acts, onClose }: Props) {
  const [asked, setAsked] = useState<QuestionKind | null>(null)
  if (person.state === 'disabled') {
    if (!person.mayEnable) return ADMIN_ONLY_ENABLE.sentence
    const enable = () => {
      acts.enable(person)
      onClose()
    }
    return <Button onClick={enable}>Enable</Button>
  }
  return (
    <>
      <Button onClick={() => setAsked('disable')}>Disable</Button>
      <Question asked={asked} setAsked={setAsked} person={person} acts={acts} onClose={onClose} />
    </>
  )
}

type QuestionProps = Props & {
  readonly asked: QuestionKind | null
  readonly setAsked: (asked: QuestionKind | null) => void
}

function Question({ asked, setAsked, person, acts, onClose }: QuestionProps) {
  if (asked === null) return null
  return (
    <ConfirmDialog
      opened
      {...QUESTIONS[asked]}
      no="Cancel"
      subject={nameOf(person)}
      onYes={() => {
        acts[asked](person)
        onClose()
      }}
      onNo={() => setAsked(null)}
    />
  )
}
