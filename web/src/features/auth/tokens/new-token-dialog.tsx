import { TOKEN_LABEL_REQUIRED, TOKEN_RIGHTS } from '@portal/contract/account/tokens.ts'
import { useState } from 'react'
import { useCounties } from '../../../lib/counties.ts'
import { DialogForm, FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { useTokens } from './use-tokens.ts'

const RIGHTS = [
  { value: 'read', label: 'Read only' },
  { value: 'read and write', label: 'Read and write' },
]
const DAYS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '366', label: '1 year' },
]
const EMPTY = { label: '', rights: 'read', days: '90', countyId: '', networks: '' }

const UNSENT = { title: 'Close without creating it?', question: 'What you typed would be lost.' } as const

type Props = { readonly screen: ReturnType<typeof useTokens> }

/** Asks what a new API token may do. The server checks it. */
export function NewTokenDialog({ screen }: Props) {
  const [form, setForm] = useState(EMPTY)
  const [isMissing, setIsMissing] = useState(false)
  const counties = useCounties()
  const set = (change: Partial<typeof EMPTY>) => setForm((before) => ({ ...before, ...change }))
  const choices = counties.list.map(({ CountyID, Name }) => ({ value: String(CountyID), label: Name }))
  const send = () => {
    const label = form.label.trim()
    setIsMissing(label === '')
    if (label !== '') screen.create(wantedOf({ ...form, label }))
  }
  return (
    <FormDialog
      title="Create an API token"
      question={form.label.trim() === '' && form.networks.trim() === '' ? null : UNSENT}
      onClose={screen.cancel}
    >
      {(close) => (
        <DialogForm
          failure={screen.failure}
          isBusy={screen.isBusy}
          submit="Create"
          onSubmit={send}
          onCancel={close}
        >
          <TextField
            label="Name"
            autoComplete="off"
            hint="Such as the program that uses it."
            problem={isMissing ? TOKEN_LABEL_REQUIRED.sentence : null}
            value={form.label}
            onChange={({ currentTarget }) => set({ label: currentTarget.value })}
          />
          <SelectField
            label="Access"
            options={RIGHTS}
            value={form.rights}
            onChange={(rights) => set({ rights })}
          />
          {counties.areChosen && (
            <SelectField
              label="County"
              options={[{ value: '', label: 'All your counties' }, ...choices]}
              value={form.countyId}
              onReload={counties.reload}
              onChange={(countyId) => set({ countyId })}
            />
          )}
          <SelectField
            label="Valid for"
            options={DAYS}
            value={form.days}
            onChange={(days) => set({ days })}
          />
          <TextField
            label="Allowed networks"
            autoComplete="off"
            hint="Optional, such as 192.0.2.0/24, separated by commas. Without any, it works from everywhere."
            value={form.networks}
            onChange={({ currentTarget }) => set({ networks: currentTarget.value })}
          />
        </DialogForm>
      )}
    </FormDialog>
  )
}

function wantedOf({ label, rights, days, countyId, networks }: typeof EMPTY) {
  return {
    label,
    rights: TOKEN_RIGHTS.find((one) => one === rights) ?? 'read',
    expiresInDays: Number(days),
    countyIds: countyId === '' ? null : [Number(countyId)],
    networks: networks.split(/[\s,]+/).filter(Boolean),
  }
}
