import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { receiptSummary } from '../facts/receipt-text.ts'
import { forAnotherType } from '../facts/upload-fields.ts'
import { BATCH } from '../facts/batch-address.ts'
import { UploadSuccess } from '../form/upload-success.tsx'
import { factsOf } from '../sender/queue-entry.ts'
import { nameIn, type QueueScreen } from './use-queue-screen.ts'

const NEW_BATCH = `${PATHS.upload}?${BATCH}`

/** Shown when the whole batch is stored. Leaving the screen empties the queue. */
export function QueueSuccess({ screen }: { readonly screen: QueueScreen }) {
  const { queue, view, names } = screen
  const navigate = useNavigate()
  const session = useSession()
  const { fields } = view.plan
  // A sender who chooses no county files to their own county.
  const countyName = (id: number | null) =>
    id === null
      ? session.countyName
      : (names.counties.list.find(({ CountyID }) => CountyID === id)?.Name ?? null)
  const facts = view.entries.map((entry) => factsOf(entry, fields))
  const stored = view.entries.flatMap(({ state }, at) =>
    state.is === 'stored' && state.file
      ? { ...state.file, CountyName: countyName(facts[at]?.countyId ?? null) }
      : [],
  )
  useEffect(() => () => queue.clear(), [queue])
  const again = useCallback(() => {
    queue.changeFields({ typeId: null, categoryId: null, description: '', owner: null })
    queue.clear()
  }, [queue])
  const types = [...new Set(facts.map(({ typeId }) => nameIn(names.types, typeId)))]
  const counties = [...new Set(stored.map(({ CountyName }) => CountyName))]
  return (
    <UploadSuccess
      stored={stored}
      batch={view.plan.batch}
      leftOut={view.plan.leftOut}
      summary={receiptSummary({
        count: stored.length,
        category: undefined,
        type: types.length === 1 ? types[0] : `${types.length} types`,
        county: counties.length === 1 ? counties[0] : `${counties.length} counties`,
      })}
      again={NEW_BATCH}
      onAgain={again}
      onAnotherType={() => {
        queue.changeFields({ ...forAnotherType(fields), owner: null })
        queue.clear()
        void navigate(NEW_BATCH)
      }}
    />
  )
}
