import type { LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useState, useSyncExternalStore } from 'react'
import { handUpload } from '../facts/handed-files.ts'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { countyChoice } from '../facts/upload-county.ts'
import { firstWrongField, type RequiredField } from '../facts/required-fields.ts'
import type { ChosenFile } from '../sender/local-files.ts'
import { changeFor, type FieldChange, type QueueFields } from '../facts/owner-facts.ts'
import { useSwitchLayout } from '../modes/upload-layout.ts'
import { ownerRight } from '../facts/owner-right.ts'
import { useProposals } from '../proposals/use-proposals.ts'
import { factsOf, isUnfinished, type QueueEntry } from '../sender/queue-entry.ts'
import {
  moveCursor,
  neighborOf,
  nextPlace,
  NOTHING_SELECTED,
  onlySelected,
  selectionOf,
  pruneSelection,
  type Selection,
} from './queue-selection.ts'
import { changedText, fitsNoFileText, isSending, lackingOf } from './queue-texts.ts'
import type { Addition } from '../sender/file-adding.ts'
import type { Queue } from '../sender/queue.ts'
import { isSheet, useSheets } from '../sheet/use-sheets.ts'
import { useDuplicates } from '../duplicates/use-duplicates.ts'
import { useSession } from '../../../lib/session.ts'
import { commonFacts, filledFacts } from './common-facts.ts'
import { groupOf } from './entry-group.ts'
import { useQueueFilter } from './use-queue-filter.ts'
import { useQueueNames } from './use-queue-names.ts'
import { useStoredChecks } from './use-stored-checks.ts'

type Notes = Omit<Addition, 'changed'>

const NO_NOTES: Notes = { added: 0, problems: [], repeated: [] }

/** The state of the queue screen and its actions. */
export function useQueueScreen(queue: Queue) {
  const view = useSyncExternalStore(queue.store.subscribe, queue.store.view)
  const [chosenOnes, setSelection] = useState(NOTHING_SELECTED)
  const [focusAsked, setFocusAsked] = useState(0)
  const [notes, setNotes] = useState(NO_NOTES)
  const [wasTried, setWasTried] = useState(false)
  const session = useSession()
  const switchLayout = useSwitchLayout()
  const names = useQueueNames()
  const county = countyChoice(names.counties)
  const lacking = lackingOf(view, county)
  const maxBytes = useMaxUploadBytes()
  const note = (...problems: readonly string[]) =>
    setNotes((before) => ({ ...before, problems: [...new Set([...before.problems, ...problems])] }))
  const sheets = useSheets({
    queue,
    isElsewhere: view.isElsewhere,
    onProblem: note,
    onOther: (chosen) => note(fitsNoFileText(chosen.file.name), ...queue.add([chosen], maxBytes).problems),
  })
  const add = (files: readonly ChosenFile[]) => {
    const { changed, ...notes } = queue.add(
      files.filter((file) => !isSheet(file)),
      maxBytes,
    )
    setNotes(notes)
    void changed.then((names) => note(...names.map(changedText)))
    for (const sheet of files.filter(isSheet)) void sheets.takeFile(sheet)
  }

  const proposals = useProposals({
    queue,
    view,
    county,
    types: names.types,
    categories: names.categories.list,
  })
  const duplicates = useDuplicates({ queue, view, county, onDecided: () => submit() })
  const isDuplicate = new Set(duplicates.undecided.map(({ entry }) => entry.key))
  const filter = useQueueFilter({
    entries: view.entries,
    groupOf: (entry) =>
      groupOf(entry, {
        view,
        county,
        isProposed: (key) => proposals.of(key) !== undefined,
        isDuplicate: (key) => isDuplicate.has(key),
      }),
  })
  const { listed } = filter
  const selection = pruneSelection(chosenOnes, listed)

  /** Starts the upload, or returns the field that the first incomplete file lacks. */
  const submit = (): RequiredField | null => {
    const [first] = lacking
    setWasTried(first !== undefined)
    if (!first) {
      if (!duplicates.mayGo()) return null
      setSelection(NOTHING_SELECTED)
      queue.send()
      return null
    }
    const isEverybodys = lacking.every(({ facts }) => Object.keys(facts).length === 0)
    if (!isEverybodys) {
      filter.show(null)
      setSelection(selectionOf(lacking.map(({ key }) => key)))
    }
    return firstWrongField(factsOf(first, view.plan.fields), { county, fileCount: 1 })
  }

  const focusFile = () => setFocusAsked((times) => times + 1)
  const toNextLacking = () => {
    const isLacking = new Set(lacking)
    const isHere = listed.some((entry) => isLacking.has(entry))
    if (!isHere) filter.show(null)
    const list = isHere ? listed : view.entries
    const at = nextPlace(list, placeInHand(selection), (entry) => isLacking.has(entry))
    if (at === undefined) return
    setSelection(onlySelected(list, at))
    focusFile()
  }

  const selected = listed.filter(({ key }) => selection.keys.has(key))
  const current = listed[selection.at]
  const fields = commonFacts(selected, view.plan.fields)
  const [lastFacts, setLastFacts] = useState<Partial<QueueFields> | null>(null)
  return {
    queue,
    view,
    names,
    county,
    /** What the person may do with the owner of a file. */
    ownerRight: ownerRight(session, county),
    filter,
    /** The files in the list. */
    listed,
    /** The selected file that the panel shows: the one at the cursor, or else the first. */
    shown: selected.find(({ key }) => key === current?.key) ?? selected[0],
    selection,
    setSelection,
    /** Counts the requests to focus the cursor's file. */
    focusAsked,
    focusFile,
    toNextLacking,
    neighborOf: (by: number) => neighborOf(selection, listed, by),
    selectOnly: (at: number | undefined) => at !== undefined && setSelection(onlySelected(listed, at)),
    proposals,
    acceptProposalAt: (at: number) => {
      proposals.accept([listed[at]?.key ?? ''])
      // The pressed button is gone.
      setSelection(moveCursor(selection, listed, at))
      focusFile()
    },
    /** Accepts for the selected files, or else for the cursor's file. */
    acceptProposals: () => proposals.accept(selected.length > 0 ? [...selection.keys] : [current?.key ?? '']),
    acceptAllProposals: () => {
      proposals.acceptAll()
      focusFile()
    },
    /** The selected files; if none, the fields apply to all files. */
    selected,
    fields,
    /** Changes the fields of the selected files, or of all files if none is selected. */
    change: (changed: FieldChange) => {
      const changeOf = (facts: QueueFields) => changeFor(changed, facts)
      if (selected.length === 0) queue.changeFields(changeOf(view.plan.fields))
      else {
        const facts = selected.map(
          (entry) => [entry.key, changeOf(factsOf(entry, view.plan.fields))] as const,
        )
        queue.changeFacts(new Map(facts))
        setLastFacts(filledFacts({ ...fields, ...changeOf(fields) }))
      }
    },
    /** Whether there are details of another file to copy. */
    hasLast: lastFacts !== null,
    /** Gives the selected files, or else the cursor's file, the details that were last given to some file. */
    sameAsLast: () => {
      const files = selected.length > 0 ? selected : current ? [current] : []
      if (lastFacts) queue.changeFacts(new Map(files.map(({ key }) => [key, lastFacts])))
    },
    notes,
    dismiss: (problem: string) =>
      setNotes({ ...notes, problems: notes.problems.filter((each) => each !== problem) }),
    add,
    sheets,
    lacking: wasTried ? lacking.length : 0,
    submit,
    duplicates,
    checks: useStoredChecks(view.entries),
    /** Moves the cursor to the file that takes the removed one's place. */
    removeAt: (at: number) => {
      const entry = listed[at]
      if (!entry) return
      setSelection({ ...selection, at, anchor: at })
      queue.remove([entry.key])
    },
    /** Selects the rejected files and moves to the first of them. */
    showRefused: () => {
      filter.show(null)
      const refused = view.entries.filter(isRefused)
      const selected = selectionOf(refused.map(({ key }) => key))
      setSelection(moveCursor(selected, view.entries, view.entries.findIndex(isRefused)))
      focusFile()
    },
    removeRefused: () => queue.remove(view.entries.filter(isRefused).map(({ key }) => key)),
    /** Empties the batch. The form then has what the person typed for all files. */
    removeAll: () => {
      const { categoryId, typeId, countyId, description } = view.plan.fields
      queue.clear()
      handUpload(session.username, { files: [], fields: { categoryId, typeId, countyId, description } })
      switchLayout('form', { replace: true })
    },
    removeSelected: () => queue.remove(selected.filter(isNotStored).map(({ key }) => key)),
    isSending: isSending(view),
    /** Whether the browser holds handles to files that it may not read now. */
    canAllow: [...view.absent].some((key) => queue.store.files.handleOf(key) !== null),
    /** Whether there is something to send, or the queue is empty. */
    hasChosen: view.entries.length === 0 || view.entries.some(({ state }) => state.is === 'chosen'),
    /** Whether all files are stored and the server has returned each record. */
    isDone: view.entries.length > 0 && view.entries.every(isTold),
    hasUnfinished: view.entries.some(isUnfinished),
  }
}

/** The cursor's index, and whether its row has the focus and no other file is selected. */
function placeInHand({ at, keys }: Selection) {
  const row = document.activeElement?.closest<HTMLElement>('[data-at]')
  const isAlone = [...keys].every((key) => key === row?.dataset['key'])
  return { at, isInHand: isAlone && row?.dataset['at'] === String(at) }
}

function isNotStored({ state }: QueueEntry): boolean {
  return state.is !== 'stored'
}

function isRefused({ state }: QueueEntry): boolean {
  return state.is === 'refused'
}

function isTold({ state }: QueueEntry): boolean {
  return state.is === 'stored' && state.file !== null
}

/** The name for an id; empty if the id is null or unknown. */
export function nameIn(list: readonly LookupItem[], id: number | null): string {
  return list.find(({ ID }) => ID === id)?.Name ?? ''
}

export type QueueScreen = ReturnType<typeof useQueueScreen>
