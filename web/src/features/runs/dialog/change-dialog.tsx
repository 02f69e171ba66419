import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { emptyDraft, toAction, type ChangeKind } from './action-draft.ts'
import { ChangeFields } from './change-fields.tsx'
import { RunDialog } from './run-dialog.tsx'

type Props = Pick<ComponentProps<typeof RunDialog>, 'contents' | 'onStarted' | 'onClose'> & {
  /** The change that the dialog offers first. */
  readonly first: ChangeKind
  readonly title: string
  readonly categoryId: number | null
  readonly countyId: number | null
}

/** *Change*: any change of the selected files except their status. */
export function ChangeDialog({ first, title, categoryId, countyId, ...dialog }: Props) {
  const [draft, setDraft] = useState(() => emptyDraft(first, categoryId))
  const fields = useRef<HTMLDivElement>(null)
  // With a known category, the type is the first field to fill in.
  useEffect(() => fields.current?.querySelector<HTMLElement>('select[name="type"]:enabled')?.focus(), [])
  return (
    <RunDialog title={title} action={toAction(draft)} kind={draft.kind} focus="field" {...dialog}>
      <div ref={fields}>
        <ChangeFields draft={draft} countyId={countyId} onChange={setDraft} />
      </div>
    </RunDialog>
  )
}
