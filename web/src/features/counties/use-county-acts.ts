import {
  addManagedCounty,
  changeManagedCounty,
  closeCounty,
  openCounty,
  type ManagedCounty,
} from '@portal/contract/counties.ts'
import { useMutation } from '@tanstack/react-query'
import type { UndoableNoticeContent } from '../../ui/undoable-notice.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { valuesOf, type CountyValues } from './county-values.ts'
import { addCounty, changeCounty, setClosed } from './counties.queries.ts'
import { failureText } from './use-counties-screen.ts'

type Act = {
  readonly run: () => Promise<ManagedCounty>
  readonly fallback: string
  readonly done: string
  /** What takes it back, on the county as it then is. */
  readonly undo?: (after: ManagedCounty) => Act
}

/** What is done to counties, and its notice, which offers to take it back where that is possible. */
export function useCountyActs({ onSettled }: { readonly onSettled: () => void }) {
  const { notice, show, dismiss } = useNotice<UndoableNoticeContent>()
  const { mutateAsync, isPending } = useMutation({ mutationFn: ({ run }: Act) => run(), onSettled })
  /** Null where it was done, else what to tell. */
  const tryAct = async (act: Act): Promise<string | null> => {
    dismiss()
    const { done, undo, fallback } = act
    try {
      const after = await mutateAsync(act)
      show({ tone: 'success', text: done, ...(undo && { undo: () => void start(undo(after)) }) })
      return null
    } catch (failure) {
      return failureText(failure, fallback)
    }
  }
  const start = async (act: Act) => {
    const problem = await tryAct(act)
    if (problem !== null) show({ tone: 'error', text: problem })
  }
  return {
    notice,
    dismiss,
    isBusy: isPending,
    /** Adds or changes one; resolves to what is wrong, for the form that stays open. */
    save: (county: ManagedCounty | null, values: CountyValues) =>
      tryAct(county === null ? adding(values) : changing(county, values)),
    close: (county: ManagedCounty) => void start(closing(county, true)),
    open: (county: ManagedCounty) => void start(closing(county, false)),
  }
}

export type CountyActs = ReturnType<typeof useCountyActs>

function adding(values: CountyValues): Act {
  return {
    run: () => addCounty(values),
    fallback: addManagedCounty.fallback,
    done: `${values.name} was added.`,
  }
}

function changing(county: ManagedCounty, values: CountyValues): Act {
  const isRenamed = county.Name !== values.name
  return {
    run: () => changeCounty(county, values),
    fallback: changeManagedCounty.fallback,
    done: isRenamed ? `${county.Name} is now ${values.name}.` : `${county.Name} was changed.`,
    undo: (after) => changing(after, valuesOf(county)),
  }
}

function closing(county: ManagedCounty, isClosed: boolean): Act {
  return {
    run: () => setClosed(county, isClosed),
    fallback: isClosed ? closeCounty.fallback : openCounty.fallback,
    done: `${county.Name} is ${isClosed ? 'closed' : 'open again'}.`,
    undo: (after) => closing(after, !isClosed),
  }
}
