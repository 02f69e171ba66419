import {
  addManagedCounty,
  changeManagedCounty,
  closeCounty,
  openCounty,
  type ManagedCounty,
} from '@portal/contract/counties/counties.ts'
import { useUndoableActs, type UndoableAct } from '../../ui/use-undoable-acts.ts'
import { valuesOf, type CountyValues } from './county-values.ts'
import { addCounty, changeCounty, setClosed } from './counties.queries.ts'

type Act = UndoableAct<ManagedCounty>

/** The actions on counties. */
export function useCountyActs(listeners: { readonly onSettled: () => void }) {
  const { notice, dismiss, isBusy, tryAct, start } = useUndoableActs<ManagedCounty>(listeners)
  return {
    notice,
    dismiss,
    isBusy,
    /** Adds or changes a county; resolves with the problem, for the form that stays open. */
    save: (county: ManagedCounty | null, values: CountyValues) =>
      tryAct(county === null ? adding(values) : changing(county, values)),
    close: (county: ManagedCounty) => start(closing(county, true)),
    open: (county: ManagedCounty) => start(closing(county, false)),
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
