import { useCallback, useEffect } from 'react'
import { useSession } from '../../../lib/session.ts'
import { receiptSummary } from '../facts/receipt-text.ts'
import { forAnotherType } from '../facts/upload-fields.ts'
import { handUpload } from '../facts/handed-files.ts'
import { useSwitchLayout } from '../modes/upload-layout.ts'
import { UploadSuccess } from '../form/upload-success.tsx'
import { factsOf } from '../sender/queue-entry.ts'
import { commonFacts } from './common-facts.ts'
import { nameIn, type QueueScreen } from './use-queue-screen.ts'

/** Shown when the whole batch is stored. Leaving the screen empties the queue. */
export function QueueSuccess({ screen }: { readonly screen: QueueScreen }) {
  const { queue, view, names } = screen
  const switchLayout = useSwitchLayout()
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
  const startFresh = useCallback(() => queue.startFresh(), [queue])
  useEffect(() => startFresh, [startFresh])
  const counties = [...new Set(stored.map(({ CountyName }) => CountyName))]
  return (
    <UploadSuccess
      stored={stored}
      batch={view.plan.batch}
      leftOut={view.plan.leftOut}
      summary={receiptSummary({
        kinds: facts.map(({ categoryId, typeId }) => ({
          category: nameIn(names.categories.list, categoryId),
          type: nameIn(names.types, typeId),
        })),
        county: counties.length === 1 ? counties[0] : `${counties.length} counties`,
      })}
      onAgain={startFresh}
      onAnotherType={() => {
        const { categoryId, typeId, countyId, description } = commonFacts(view.entries, fields)
        handUpload(session.username, {
          files: [],
          fields: forAnotherType({ categoryId, typeId, countyId, description }),
        })
        startFresh()
        switchLayout('form')
      }}
    />
  )
}
