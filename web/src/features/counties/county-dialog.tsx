import type { ManagedCounty } from '@portal/contract/counties/counties.ts'
import { useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { useLeaveGuard } from '../../lib/use-leave-guard.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { HistoryLink } from '../../ui/history-link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './counties.module.css'
import { EMPTY_FORM, formOf, isSameForm, readForm, type CountyForm } from './county-values.ts'
import { FIELD_LABELS, rebaseCounty } from './newer-county.ts'
import type { CountyActs } from './use-county-acts.ts'

type Props = {
  /** Null for one that is to be added. */
  readonly county: ManagedCounty | null
  readonly acts: CountyActs
  readonly onClose: () => void
}

/** One county: what it is called, who may register for it, whom the firm speaks with there, and whether it is open. */
export function CountyDialog({ county: opened, acts, onClose }: Props) {
  const [county, setCounty] = useState(opened)
  const [form, setForm] = useState<CountyForm>(county === null ? EMPTY_FORM : formOf(county))
  const [problem, setProblem] = useState<string | null>(null)
  const set = (change: Partial<CountyForm>) => setForm({ ...form, ...change })
  const [isAsking, setIsAsking] = useState(false)
  const [isNameAsked, setIsNameAsked] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const isNameless = form.name.trim() === ''
  const isHeld = !isSameForm(form, county === null ? EMPTY_FORM : formOf(county))
  const guard = useLeaveGuard(isHeld)
  const close = () => (isHeld ? setIsAsking(true) : onClose())
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (acts.isBusy) return
    setProblem(null)
    setIsNameAsked(isNameless)
    if (isNameless) return name.current?.focus()
    const refusal = await acts.save(county, readForm(form))
    if (refusal === null) return onClose()
    if (refusal.newer === null || county === null) return setProblem(refusal.text)
    const { form: onNewer, text } = rebaseCounty({ seen: county, typed: form, newer: refusal.newer })
    setCounty(refusal.newer)
    setForm(onNewer)
    setProblem(text)
  }
  return (
    <>
      {/* Rendered first, so that it gives the focus back first when both close at once. */}
      <ConfirmDialog
        opened={(isAsking && isHeld) || guard.isAsking}
        title="Close without saving?"
        question="What you entered here would be lost."
        yes="Discard it"
        no="Keep it"
        onYes={() => (guard.isAsking ? guard.leave() : onClose())}
        onNo={() => (guard.isAsking ? guard.stay() : setIsAsking(false))}
      />
      <Dialog
        opened
        title={county === null ? 'Add a county' : county.Name}
        width={560}
        fillsPhone
        onClose={close}
      >
        <form className={classes.form} onSubmit={(event) => void save(event)}>
          <Fields form={form} set={set} name={name} isNameMissing={isNameAsked && isNameless} />
          {county !== null && <HistoryLink of={{ county: county.CountyID }} />}
          <DialogFoot
            message={problem !== null && <Notice tone="error">{problem}</Notice>}
            apart={county !== null && <OpenOrClose county={county} acts={acts} onClose={onClose} />}
          >
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary" aria-disabled={acts.isBusy}>
              {county === null ? 'Add' : 'Save'}
            </Button>
          </DialogFoot>
        </form>
      </Dialog>
    </>
  )
}

type FieldsProps = {
  readonly form: CountyForm
  readonly set: (change: Partial<CountyForm>) => void
  readonly name: RefObject<HTMLInputElement | null>
  readonly isNameMissing: boolean
}

function Fields({ form, set, name, isNameMissing }: FieldsProps) {
  return (
    <>
      <FormField label={FIELD_LABELS.name} problem={isNameMissing ? 'Please enter a name.' : null}>
        {(control) => (
          <input
            {...control}
            ref={name}
            autoComplete="off"
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        )}
      </FormField>
      <TextField
        label={FIELD_LABELS.number}
        hint="Its number in the state, three digits. May be left empty."
        inputMode="numeric"
        autoComplete="off"
        value={form.number}
        onChange={(event) => set({ number: event.currentTarget.value })}
      />
      <Lines
        label={FIELD_LABELS.emailDomains}
        hint="Anybody with an address at one of these may register. One per line, such as county.example."
        value={form.emailDomains}
        onChange={(emailDomains) => set({ emailDomains })}
      />
      <Lines
        label={FIELD_LABELS.emailAddresses}
        hint="Single people who may register, where a district uses free mail. One per line."
        value={form.emailAddresses}
        onChange={(emailAddresses) => set({ emailAddresses })}
      />
      <Lines
        label={FIELD_LABELS.contacts}
        hint="Whom to call or write to there. Only administrators see this."
        value={form.contacts}
        onChange={(contacts) => set({ contacts })}
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
        question="Nobody can upload to it or register for it any more. Its people can still read its documents. You can open it again."
        subject={county.Name}
        yes="Close the county"
        no="Keep it open"
        onYes={() => act(acts.close)}
        onNo={() => setIsAsked(false)}
      />
    </>
  )
}
