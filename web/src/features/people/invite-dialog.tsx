import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_INVITED_AT_ONCE } from '@portal/contract/limits.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { NO_INVITEES, TOO_MANY_TO_INVITE } from '@portal/contract/people/people-errors.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { DialogForm, FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { AccessFields, type ChosenAccess } from './access-fields.tsx'
import { linesOf, VERDICT_TEXTS } from './people-texts.ts'
import { invite } from './people.queries.ts'
import { useGrantedCounties } from './use-granted-counties.ts'
import dialogClasses from '../../ui/dialog.module.css'
import classes from './people.module.css'

type Outcome = ResultOf<typeof invitePeople>

type Props = {
  readonly onInvited: () => void
  readonly onClose: () => void
}

/** Invites one person or a pasted list, then shows the result for each line. */
export function InviteDialog({ onInvited, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [text, setText] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const { counties } = useGrantedCounties()
  const only = counties.length === 1 ? counties.map(({ CountyID }) => CountyID) : []
  const [access, setAccess] = useState<ChosenAccess>({ role: 'user', counties: new Set(only) })
  const finish = (result: Outcome) => {
    setOutcome(result)
    setWasSent(true)
    setText(failedLines(result).join('\n'))
    onInvited()
  }
  return (
    <FormDialog
      title="Invite people"
      question={text.trim() === '' || outcome !== null ? null : unsentQuestion(wasSent)}
      onClose={onClose}
    >
      {(close) =>
        outcome === null ? (
          <InviteForm
            text={text}
            setText={setText}
            isCorrecting={wasSent}
            access={access}
            setAccess={setAccess}
            onDone={finish}
            onClose={close}
          />
        ) : (
          <Verdicts outcome={outcome} onCorrect={() => setOutcome(null)} onClose={onClose} />
        )
      }
    </FormDialog>
  )
}

/** After an invitation the field holds the lines that failed. */
function unsentQuestion(wasSent: boolean) {
  return {
    title: wasSent ? 'Close without inviting the others?' : 'Close without inviting anyone?',
    question: 'The addresses that you entered here would be lost.',
  } as const
}

type FormProps = Pick<Props, 'onClose'> & {
  readonly text: string
  readonly setText: (text: string) => void
  /** Whether it returns with the lines that failed. */
  readonly isCorrecting: boolean
  readonly access: ChosenAccess
  readonly setAccess: (access: ChosenAccess) => void
  readonly onDone: (outcome: Outcome) => void
}

function InviteForm({ text, setText, isCorrecting, access, setAccess, onDone, onClose }: FormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // The pressed button is gone with the verdicts.
  useEffect(() => {
    if (isCorrecting) field.current?.focus()
  }, [isCorrecting])
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: invite,
    onSuccess: onDone,
    onError: (failure) => setRefusal(failureText(failure, invitePeople.fallback)),
  })
  const submit = () => {
    const lines = linesOf(text)
    const refused =
      lines.length === 0 ? NO_INVITEES : lines.length > MAX_INVITED_AT_ONCE ? TOO_MANY_TO_INVITE : null
    setProblem(refused?.sentence ?? null)
    setRefusal(null)
    if (!refused) mutate({ lines, role: access.role, countyIds: [...access.counties] })
  }
  return (
    <DialogForm
      failure={refusal}
      isBusy={isPending}
      submit={isPending ? 'Inviting...' : 'Invite'}
      onSubmit={submit}
      onCancel={onClose}
    >
      <FormField
        label="Addresses"
        hint={`One per line, with a name after a comma if you like, ${MAX_INVITED_AT_ONCE} at most.`}
        problem={problem}
        isLive
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={5}
            value={text}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </FormField>
      <AccessFields access={access} onChange={setAccess} />
    </DialogForm>
  )
}

/** The lines to correct and send again. A person who already has an account needs no second invitation. */
function failedLines({ verdicts }: Outcome): readonly string[] {
  return verdicts
    .filter(({ verdict }) => verdict !== 'invited' && verdict !== 'already-there')
    .map(({ line }) => line)
}

type VerdictsProps = {
  readonly outcome: Outcome
  /** Returns to the form, which holds the failed lines. */
  readonly onCorrect: () => void
  readonly onClose: () => void
}

function Verdicts({ outcome, onCorrect, onClose }: VerdictsProps) {
  const { verdicts, invited } = outcome
  const failed = failedLines(outcome).length
  const told = useRef<HTMLOutputElement>(null)
  // The form and its focused control are gone.
  useEffect(() => told.current?.focus(), [])
  const refusedFirst = [
    ...verdicts.filter(({ verdict }) => verdict !== 'invited'),
    ...verdicts.filter(({ verdict }) => verdict === 'invited'),
  ]
  return (
    <div className={dialogClasses.form}>
      <output ref={told} tabIndex={-1}>
        {invited} of {verdicts.length} invited.
        {invited > 0 && ' Each gets an e-mail with a link that expires in 72 hours.'}
      </output>
      <ul className={classes.verdicts}>
        {refusedFirst.map(({ line, verdict }) => (
          <li key={line}>
            <bdi>{line}</bdi>: {VERDICT_TEXTS[verdict]}
          </li>
        ))}
      </ul>
      <DialogFoot>
        <Button look={failed > 0 ? 'plain' : 'primary'} onClick={onClose}>
          Close
        </Button>
        {failed > 0 && (
          <Button look="primary" onClick={onCorrect}>
            Correct {failed === 1 ? 'the line' : `the ${failed} lines`}
          </Button>
        )}
      </DialogFoot>
    </div>
  )
}
