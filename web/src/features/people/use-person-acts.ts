import type { Person } from '@portal/contract/people/people.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  resetSecondFactor,
  sendPasswordLink,
} from '@portal/contract/people/person-acts.ts'
import { useUndoableActs, type UndoableAct } from '../../ui/use-undoable-acts.ts'
import { nameOf } from './people-texts.ts'
import { endSessions, giveAccess, resetFactor, sendLink, setDisabled, type Access } from './people.queries.ts'

type Act = UndoableAct<Person>

/** The actions on one person. */
export function usePersonActs(listeners: { readonly onSettled: () => void }) {
  const { notice, dismiss, isBusy, tryAct, start } = useUndoableActs<Person>(listeners)
  return {
    notice,
    dismiss,
    isBusy,
    /** Resolves with the problem, for the form that stays open. */
    change: (person: Person, access: Access) => tryAct(changing(person, access)),
    disable: (person: Person) => start(disabling(person, true)),
    enable: (person: Person) => start(disabling(person, false)),
    endSessions: (person: Person) =>
      start({
        run: () => endSessions(person),
        fallback: endSessionsOf.fallback,
        done: `${nameOf(person)} is signed out everywhere.`,
      }),
    resetFactor: (person: Person) =>
      start({
        run: () => resetFactor(person),
        fallback: resetSecondFactor.fallback,
        done: `${nameOf(person)} no longer has two-step verification.`,
      }),
    sendLink: (person: Person) =>
      start({
        run: () => sendLink(person),
        fallback: sendPasswordLink.fallback,
        done: `A link is on its way to ${person.email}.`,
      }),
  }
}

export type PersonActs = ReturnType<typeof usePersonActs>

function changing(person: Person, access: Access): Act {
  const before = { role: person.role, countyIds: person.counties.map(({ CountyID }) => CountyID) }
  return {
    run: () => giveAccess({ person, ...access }),
    fallback: changePerson.fallback,
    done: `The access of ${nameOf(person)} was changed.`,
    undo: (after) => changing(after, before),
  }
}

function disabling(person: Person, isDisabled: boolean): Act {
  return {
    run: () => setDisabled({ person, isDisabled }),
    fallback: isDisabled ? disablePerson.fallback : enablePerson.fallback,
    done: `${nameOf(person)} is ${isDisabled ? 'disabled' : 'enabled'}.`,
    undo: (after) => disabling(after, !isDisabled),
  }
}
