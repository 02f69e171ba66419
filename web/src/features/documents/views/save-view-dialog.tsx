import { MAX_VIEW_NAME_CHARACTERS, type SavedView } from '@portal/contract/views/views.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { fullCountyName } from '../../../lib/county-text.ts'
import { useCounties } from '../../../lib/counties.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { may } from '../../../lib/rights.ts'
import { REQUIRED_FIELD } from '../../../lib/required-field.ts'
import { useSession } from '../../../lib/session.ts'
import { DialogForm, FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { DocumentsState } from '../list-address.ts'
import { toParameters } from '../list-parameters.ts'
import type { Views } from './use-views.ts'
import { saveView, updateView } from './views.queries.ts'

type Props = {
  readonly views: Views
  readonly state: DocumentsState
  /** The view to rename or share; null to save the filters of the list as a new one. */
  readonly edited: SavedView | null
  readonly onClose: () => void
}

/** Names a view, and says who sees it. */
export function SaveViewDialog({ views, state, edited, onClose }: Props) {
  const [name, setName] = useState(edited?.name ?? '')
  const [shared, setShared] = useState(sharedOf(edited))
  const [isSent, setIsSent] = useState(false)
  const [, setParams] = useSearchParams()
  const options = useAudiences()
  const query = new URLSearchParams(toParameters(state)).toString()
  const saving = useMutation({
    mutationFn: (body: Parameters<typeof updateView>[0] | Parameters<typeof saveView>[0]) =>
      'id' in body ? updateView(body) : saveView(body),
    onSuccess: (view) => {
      views.reload()
      onClose()
      if (edited !== null) return
      setParams((before) => {
        before.set('saved', String(view.id))
        return before
      })
    },
  })
  const submit = () => {
    setIsSent(true)
    if (name.trim() === '') return
    const values = { name: name.trim(), ...audienceOf(shared) }
    saving.mutate(edited ? { id: edited.id, ...values } : { query, ...values })
  }
  return (
    <FormDialog title={edited ? 'Edit view' : 'Save view'} width={440} onClose={onClose}>
      {(close) => (
        <DialogForm
          failure={saving.isError ? failureText(saving.error, 'Failed to save the view.') : null}
          isBusy={saving.isPending}
          submit="Save"
          onSubmit={submit}
          onCancel={close}
        >
          <TextField
            label="Name"
            data-autofocus
            autoComplete="off"
            maxLength={MAX_VIEW_NAME_CHARACTERS}
            value={name}
            problem={isSent && name.trim() === '' ? REQUIRED_FIELD : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <SelectField label="Who sees it" options={options} value={shared} onChange={setShared} />
        </DialogForm>
      )}
    </FormDialog>
  )
}

/** `me`, `firm`, or the id of a county. */
function sharedOf(view: SavedView | null): string {
  if (view === null) return 'me'
  return view.audience === 'county' ? String(view.countyId) : view.audience
}

function audienceOf(shared: string) {
  if (shared === 'me' || shared === 'firm') return { audience: shared, countyId: null } as const
  return { audience: 'county', countyId: Number(shared) } as const
}

/** With whom the person may share; the server decides. */
function useAudiences() {
  const session = useSession()
  const { list } = useCounties()
  const counties = session.isAdmin ? list : may(session, 'people.manage') ? session.counties : []
  return [
    { value: 'me', label: 'Only me' },
    ...(session.isAdmin ? [{ value: 'firm', label: 'Everyone in the firm' }] : []),
    ...counties.map(({ CountyID, Name }) => ({
      value: String(CountyID),
      label: `People of ${fullCountyName(Name)}`,
    })),
  ]
}
