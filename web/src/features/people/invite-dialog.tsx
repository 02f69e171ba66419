import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_INVITED_AT_ONCE } from '@portal/contract/limits.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { NOBODY_TO_INVITE, TOO_MANY_TO_INVITE } from '@portal/contract/people/people-errors.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import { useLeaveGuard } from '../../lib/use-leave-guard.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccessFields, type ChosenAccess } from './access-fields.tsx'
import { linesOf, VERDICT_TEXTS } from './people-texts.ts'
import { invite } from './people.queries.ts'
import { useGivenCounties } from './use-given-counties.ts'
import classes from './people.module.css'

type Outcome = ResultOf<typeof invitePeople>

type Props = {
  readonly onInvited: () => void
  readonly onClose: () => void
}

/** Invites one person, or a pasted list of them, and then says what became of each line. */
export function InviteDialog({ onInvited, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [text, setText] = useState('')
  const { counties } = useGivenCounties()
  const only = counties.length === 1 ? counties.map(({ CountyID }) => CountyID) : []
  const [access, setAccess] = useState<ChosenAccess>({ role: 'user', counties: new Set(only) })
  const [isAsking, setIsAsking] = useState(false)
  const isHeld = text.trim() !== ''
  const guard = useLeaveGuard(isHeld)
  const close = () => (isHeld ? setIsAsking(true) : onClose())
  const told = (answer: Outcome) => {
    setOutcome(answer)
    setText(failedLines(answer).join('\n'))
    onInvited()
  }
  return (
    <>
      {/* Rendered first, so that it gives the focus back first when both close at once. */}
      <ConfirmDialog
        opened={(isAsking && isHeld) || guard.isAsking}
        title="Close without inviting anybody?"
        question="The addresses that you entered here would be lost."
        yes="Discard them"
        no="Keep them"
        onYes={() => (guard.isAsking ? guard.leave() : onClose())}
        onNo={() => (guard.isAsking ? guard.stay() : setIsAsking(false))}
      />
      <Dialog opened title="Invite people" width={560} fillsPhone onClose={close}>
        {outcome === null ? (
          <InviteForm
            text={text}
            setText={setText}
            access={access}
            setAccess={setAccess}
            onDone={told}
            onClose={close}
          />
        ) : (
          <Verdicts outcome={outcome} onCorrect={() => setOutcome(null)} onClose={onClose} />
        )}
      </Dialog>
    </>
  )
}

type FormProps = Pick<Props, 'onClose'> & {
  readonly text: string
  readonly setText: (text: string) => void
  readonly access: ChosenAccess
  readonly setAccess: (access: ChosenAccess) => void
  readonly onDone: (outcome: Outcome) => void
}

function InviteForm({ text, setText, access, setAccess, onDone, onClose }: FormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: invite,
    onSuccess: onDone,
    onError: (failure) => setRefusal(failureText(failure, invitePeople.fallback)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    const lines = linesOf(text)
    const refused =
      lines.length === 0 ? NOBODY_TO_INVITE : lines.length > MAX_INVITED_AT_ONCE ? TOO_MANY_TO_INVITE : null
    setProblem(refused?.sentence ?? null)
    setRefusal(null)
    if (!refused) mutate({ lines, role: access.role, countyIds: [...access.counties] })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <FormField
        label="Addresses"
        hint={`One per line, with a name after a comma if you like, ${MAX_INVITED_AT_ONCE} at most.`}
        problem={problem}
        isLive
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            value={text}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </FormField>
      <AccessFields access={access} onChange={setAccess} />
      <DialogFoot message={refusal !== null && <Notice tone="error">{refusal}</Notice>}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" aria-disabled={isPending}>
          {isPending ? 'Inviting...' : 'Invite'}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** The lines that somebody can correct and send again; who has an account needs no second invitation. */
function failedLines({ verdicts }: Outcome): readonly string[] {
  return verdicts
    .filter(({ verdict }) => verdict !== 'invited' && verdict !== 'already-there')
    .map(({ line }) => line)
}

type VerdictsProps = {
  readonly outcome: Outcome
  /** Back to the form, which holds the lines that failed. */
  readonly onCorrect: () => void
  readonly onClose: () => void
}

function Verdicts({ outcome, onCorrect, onClose }: VerdictsProps) {
  const { verdicts, invited } = outcome
  const failed = failedLines(outcome).length
  const told = useRef<HTMLOutputElement>(null)
  // The form, with what had the focus, is gone.
  useEffect(() => told.current?.focus(), [])
  const refusedFirst = [
    ...verdicts.filter(({ verdict }) => verdict !== 'invited'),
    ...verdicts.filter(({ verdict }) => verdict === 'invited'),
  ]
  return (
    <div className={classes.form}>
      <output ref={told} tabIndex={-1}>
        {invited} of {verdicts.length} invited. Each gets mail with a link that is good for 72 hours.
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
