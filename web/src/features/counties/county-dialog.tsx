import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogForm, FormDialog } from '../../ui/form-dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { HistoryLink } from '../../ui/history-link.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  EMPTY_FORM,
  formOf,
  isSameForm,
  problemsOf,
  readForm,
  type CountyForm,
  type CountyProblems,
} from './county-values.ts'
import { FIELD_LABELS, rebaseCounty } from './newer-county.ts'
import type { CountyActs } from './use-county-acts.ts'

type Props = {
  /** Null for a new county. */
  readonly county: ManagedCounty | null
  readonly acts: CountyActs
  readonly onClose: () => void
}

/** One county: its name, who may register for it, the firm's contacts there, and whether it is open. */
export function CountyDialog({ county: opened, acts, onClose }: Props) {
  const [county, setCounty] = useState(opened)
  const [form, setForm] = useState<CountyForm>(county === null ? EMPTY_FORM : formOf(county))
  const [failure, setFailure] = useState<string | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const problems = problemsOf(form)
  const isHeld = !isSameForm(form, county === null ? EMPTY_FORM : formOf(county))
  const save = async () => {
    setFailure(null)
    setWasTried(true)
    if (problems.name ?? problems.number) return
    const refusal = await acts.save(county, readForm(form))
    if (refusal === null) return onClose()
    if (refusal.newer === null || county === null) return setFailure(refusal.text)
    const { form: onNewer, text } = rebaseCounty({ seen: county, typed: form, newer: refusal.newer })
    setCounty(refusal.newer)
    setForm(onNewer)
    setFailure(text)
  }
  return (
    <FormDialog
      title={county === null ? 'Add a county' : county.Name}
      question={isHeld ? UNSAVED : null}
      onClose={onClose}
    >
      {(close) => (
        <DialogForm
          failure={failure}
          isBusy={acts.isBusy}
          submit={county === null ? 'Add' : 'Save'}
          onSubmit={() => void save()}
          onCancel={close}
          apart={county !== null && <OpenOrClose county={county} acts={acts} onClose={onClose} />}
        >
          <Fields
            form={form}
            set={(change) => setForm({ ...form, ...change })}
            problems={wasTried ? problems : {}}
          />
          {county !== null && <HistoryLink of={{ county: county.CountyID }} />}
        </DialogForm>
      )}
    </FormDialog>
  )
}

const UNSAVED = {
  title: 'Close without saving?',
  question: 'What you entered here would be lost.',
} as const

type FieldsProps = {
  readonly form: CountyForm
  readonly set: (change: Partial<CountyForm>) => void
  readonly problems: CountyProblems
}

function Fields({ form, set, problems }: FieldsProps) {
  return (
    <>
      <TextField
        label={FIELD_LABELS.name}
        problem={problems.name}
        autoComplete="off"
        value={form.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextField
        label={FIELD_LABELS.number}
        problem={problems.number}
        hint="Its number in the state, three digits. May be left empty."
        inputMode="numeric"
        autoComplete="off"
        value={form.number}
        onChange={(event) => set({ number: event.currentTarget.value })}
      />
      <Lines
        label={FIELD_LABELS.emailDomains}
        hint="Anyone with an address at one of these can sign up. One per line, such as county.example."
        value={form.emailDomains}
        onChange={(emailDomains) => set({ emailDomains })}
      />
      <Lines
        label={FIELD_LABELS.emailAddresses}
        hint="Individual addresses that can sign up, for example Gmail. One per line."
        value={form.emailAddresses}
        onChange={(emailAddresses) => set({ emailAddresses })}
      />
      <Lines
        label={FIELD_LABELS.contacts}
        hint="Whom to call or write to there. Only administrators see this."
        value={form.contacts}
        onChange={(contacts) => set({ contacts })}
      />
      <Lines
        label={FIELD_LABELS.questionPoints}
        hint="What its people usually miss, to choose from with Needs More Info. One per line."
        value={form.questionPoints}
        onChange={(questionPoints) => set({ questionPoints })}
      />
    </>
  )
}

type LinesProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onChange: (text: string) => void
}

function Lines({ label, hint, value, onChange }: LinesProps) {
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FormField>
  )
}

type OpenProps = Omit<Props, 'county'> & { readonly county: ManagedCounty }

function OpenOrClose({ county, acts, onClose }: OpenProps) {
  const [isAsked, setIsAsked] = useState(false)
  const act = (run: (county: ManagedCounty) => void) => {
    run(county)
    onClose()
  }
  if (county.state === 'closed') return <Button onClick={() => act(acts.open)}>Open again</Button>
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Close the county</Button>
      <ConfirmDialog
        opened={isAsked}
        title="Close this county?"
        question="Uploads and sign-ups are turned off. Its people can still read its documents. You can open it again."
        subject={county.Name}
        yes="Close the county"
        no="Keep it open"
        onYes={() => act(acts.close)}
        onNo={() => setIsAsked(false)}
      />
    </>
  )
}
