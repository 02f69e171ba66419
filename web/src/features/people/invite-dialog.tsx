import type { County } from '@portal/contract/lookups.ts'
import type { AnswerOf } from '@portal/contract/endpoint.ts'
import { MAX_INVITED_AT_ONCE } from '@portal/contract/limits.ts'
import { invitePeople, NOBODY_TO_INVITE, TOO_MANY_TO_INVITE } from '@portal/contract/people.ts'
import { ROLES, type Role } from '@portal/contract/roles.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CountyPicker } from './county-picker.tsx'
import { oneOf } from './people-address.ts'
import { failureText, linesOf, roleOptions, VERDICT_TEXTS } from './people-texts.ts'
import { invite } from './people.queries.ts'
import classes from './people.module.css'

type Outcome = AnswerOf<typeof invitePeople>

type Props = {
  readonly counties: readonly County[]
  readonly onInvited: () => void
  readonly onClose: () => void
}

/** Invites one person, or a pasted list of them, and then says what became of each line. */
export function InviteDialog({ counties, onInvited, onClose }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const told = (answer: Outcome) => {
    setOutcome(answer)
    onInvited()
  }
  return (
    <Dialog opened title="Invite people" width={560} fillsPhone onClose={onClose}>
      {outcome === null ? (
        <InviteForm counties={counties} onDone={told} onClose={onClose} />
      ) : (
        <Verdicts outcome={outcome} onClose={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = Pick<Props, 'counties' | 'onClose'> & { readonly onDone: (outcome: Outcome) => void }

function InviteForm({ counties, onDone, onClose }: FormProps) {
  const session = useSession()
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('user')
  const only = counties.length === 1 ? counties.map(({ CountyID }) => CountyID) : []
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(only))
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: invite,
    onSuccess: onDone,
    onError: (failure) => setProblem(failureText(failure, invitePeople.fallback)),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const lines = linesOf(text)
    const refused =
      lines.length === 0 ? NOBODY_TO_INVITE : lines.length > MAX_INVITED_AT_ONCE ? TOO_MANY_TO_INVITE : null
    setProblem(refused?.sentence ?? null)
    if (!refused) mutate({ lines, role, countyIds: [...chosen] })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <FormField
        label="Addresses"
        hint={`One a line, with a name after a comma if you like; at most ${MAX_INVITED_AT_ONCE}.`}
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
      <SelectField
        label="Role"
        options={roleOptions(session)}
        value={role}
        onChange={(value) => setRole(oneOf(ROLES, value) ?? role)}
      />
      <CountyPicker counties={counties} chosen={chosen} onChange={setChosen} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? 'Inviting...' : 'Invite'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

type VerdictsProps = { readonly outcome: Outcome; readonly onClose: () => void }

function Verdicts({ outcome: { verdicts, invited }, onClose }: VerdictsProps) {
  return (
    <div className={classes.form}>
      <output>
        {invited} of {verdicts.length} invited. Each gets mail with a link that is good for 72 hours.
      </output>
      <ol className={classes.verdicts}>
        {verdicts.map(({ line, verdict }) => (
          <li key={line}>
            <bdi>{line}</bdi>: {VERDICT_TEXTS[verdict]}
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button look="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
