import type { Person } from '@portal/contract/people.ts'
import {
  changePerson,
  disablePerson,
  enablePerson,
  endSessionsOf,
  resetSecondFactor,
  sendPasswordLink,
} from '@portal/contract/person-acts.ts'
import { useMutation } from '@tanstack/react-query'
import type { UndoableNoticeContent } from '../../ui/undoable-notice.tsx'
import { useNotice } from '../../ui/use-notice.ts'
import { failureText, nameOf } from './people-texts.ts'
import { endSessions, giveAccess, resetFactor, sendLink, setDisabled, type Access } from './people.queries.ts'

type Act = {
  readonly run: () => Promise<Person>
  readonly fallback: string
  readonly done: string
  /** What takes it back, on the person as they then are. */
  readonly undo?: (after: Person) => Act
}

/** What is done to one person, and its notice, which offers to take it back where that is possible. */
export function usePersonActs({ onSettled }: { readonly onSettled: () => void }) {
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
    /** Resolves to what is wrong, for the form that stays open. */
    change: (person: Person, access: Access) => tryAct(changing(person, access)),
    disable: (person: Person) => void start(disabling(person, true)),
    enable: (person: Person) => void start(disabling(person, false)),
    endSessions: (person: Person) =>
      void start({
        run: () => endSessions(person),
        fallback: endSessionsOf.fallback,
        done: `${nameOf(person)} is signed out everywhere.`,
      }),
    resetFactor: (person: Person) =>
      void start({
        run: () => resetFactor(person),
        fallback: resetSecondFactor.fallback,
        done: `${nameOf(person)} signs in without a second factor now.`,
      }),
    sendLink: (person: Person) =>
      void start({
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
