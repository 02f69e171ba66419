import type { DocumentType, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore, useEffect, useEffectEvent } from 'react'
import { useCounties } from '../../../lib/counties.ts'
import { categoriesQuery } from '../../../lib/lookups.queries.ts'
import { useMaxUploadBytes } from '../../../lib/config.ts'
import { retryIfNotLoaded } from '../../../lib/reload.ts'
import { countyChoice, openCounties } from '../facts/upload-county.ts'
import { firstWrongField, type RequiredField } from '../facts/upload-fields.ts'
import { documentTypesQuery } from '../facts/document-types.queries.ts'
import type { ChosenFile } from '../sender/local-files.ts'
import { withTheirOwner, type QueueFields } from '../facts/owner-facts.ts'
import { useProposals } from '../proposals/use-proposals.ts'
import { factsOf, isUnfinished, type QueueEntry } from '../sender/queue-entry.ts'
import {
  moveCursor,
  nextPlace,
  NOTHING_SELECTED,
  selectionOf,
  pruneSelection,
  type Selection,
} from './queue-selection.ts'
import { changedText, fitsNoFileText, isSending, lackingOf } from './queue-texts.ts'
import type { Addition } from '../sender/file-adding.ts'
import type { Queue } from '../sender/queue.ts'
import { isSheet, useSheets } from '../sheet/use-sheets.ts'
import { useDuplicates } from '../duplicates/use-duplicates.ts'
import { useBlockedFiles, type BlockedFile } from '../../../lib/blocked-files.queries.ts'

/** Milliseconds between two checks for newly stored files: several are stored each second. */
const LOOK_EVERY_MS = 3000

type Notes = Omit<Addition, 'changed'>

const NO_NOTES: Notes = { added: 0, problems: [], repeated: [] }

const NO_ITEMS: readonly DocumentType[] = []

/** The lookups that the fields offer and that the rows take their names from. */
function useNames() {
  const categories = useQuery(categoriesQuery)
  const types = useQuery(documentTypesQuery)
  const counties = openCounties(useCounties())
  return {
    categories: { list: categories.data ?? NO_ITEMS, reload: retryIfNotLoaded(categories) },
    types: types.data ?? NO_ITEMS,
    counties,
  }
}

/** The state of the queue screen and its actions. */
export function useQueueScreen(queue: Queue) {
  const view = useSyncExternalStore(queue.store.subscribe, queue.store.view)
  const [chosenOnes, setSelection] = useState(NOTHING_SELECTED)
  const [focusAsked, setFocusAsked] = useState(0)
  const [notes, setNotes] = useState(NO_NOTES)
  const [wasTried, setWasTried] = useState(false)
  const names = useNames()
  const county = countyChoice(names.counties)
  const selection = pruneSelection(chosenOnes, view.entries)
  const lacking = lackingOf(view, county)

  const mostBytes = useMaxUploadBytes()
  const note = (...problems: readonly string[]) =>
    setNotes((before) => ({ ...before, problems: [...new Set([...before.problems, ...problems])] }))
  const sheets = useSheets({
    queue,
    isElsewhere: view.isElsewhere,
    onProblem: note,
    onOther: (chosen) => note(fitsNoFileText(chosen.file.name), ...queue.add([chosen], mostBytes).problems),
  })
  const add = (files: readonly ChosenFile[]) => {
    const { changed, ...notes } = queue.add(
      files.filter((file) => !isSheet(file)),
      mostBytes,
    )
    setNotes(notes)
    void changed.then((names) => note(...names.map(changedText)))
    for (const sheet of files.filter(isSheet)) void sheets.takeFile(sheet)
  }

  const duplicates = useDuplicates({ queue, view, county, onDecided: () => submit() })

  /** Starts the upload, or returns the field that the first incomplete file lacks. */
  const submit = (): RequiredField | 'relationTypeId' | null => {
    const [first] = lacking
    setWasTried(first !== undefined)
    if (!first) {
      if (!duplicates.mayGo()) return null
      setSelection(NOTHING_SELECTED)
      queue.send()
      return null
    }
    const isEverybodys = lacking.every(({ facts }) => Object.keys(facts).length === 0)
    if (!isEverybodys) setSelection(selectionOf(lacking.map(({ key }) => key)))
    // Beyond these fields, the form requires only a relation for a chosen owner.
    return firstWrongField(factsOf(first, view.plan.fields), { county, fileCount: 1 }) ?? 'relationTypeId'
  }

  const focusFile = () => setFocusAsked((times) => times + 1)
  const toNextLacking = () => {
    const isLacking = new Set(lacking)
    const at = nextPlace(view.entries, placeInHand(selection), (entry) => isLacking.has(entry))
    if (at === undefined) return
    setSelection(moveCursor({ ...selection, keys: new Set() }, view.entries, at))
    focusFile()
  }

  const proposals = useProposals({
    queue,
    view,
    county,
    types: names.types,
    categories: names.categories.list,
  })

  const selected = view.entries.filter(({ key }) => selection.keys.has(key))
  return {
    queue,
    view,
    names,
    county,
    selection,
    setSelection,
    /** Counts the requests to focus the cursor's file. */
    focusAsked,
    focusFile,
    toNextLacking,
    proposals,
    acceptProposalAt: (at: number) => {
      proposals.accept([view.entries[at]?.key ?? ''])
      // The pressed button is gone.
      setSelection(moveCursor(selection, view.entries, at))
      focusFile()
    },
    /** Accepts for the selected files, or else for the cursor's file. */
    acceptProposals: () =>
      proposals.accept(selected.length > 0 ? [...selection.keys] : [view.entries[selection.at]?.key ?? '']),
    acceptAllProposals: () => {
      proposals.acceptAll()
      focusFile()
    },
    /** The selected files; if none, the fields apply to all files. */
    selected,
    fields: commonFacts(selected, view.plan.fields),
    /** Changes the fields of the selected files, or of all files if none is selected. */
    change: (changed: Partial<QueueFields>) => {
      if (selected.length === 0) queue.changeFields(changed)
      else queue.changeFacts(new Map(selected.map(({ key }) => [key, changed])))
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
      const entry = view.entries[at]
      if (!entry) return
      setSelection({ ...selection, at, anchor: at })
      queue.remove([entry.key])
    },
    /** Selects the rejected files and moves to the first of them. */
    showRefused: () => {
      const refused = view.entries.filter(isRefused)
      const selected = selectionOf(refused.map(({ key }) => key))
      setSelection(moveCursor(selected, view.entries, view.entries.findIndex(isRefused)))
      focusFile()
    },
    removeRefused: () => queue.remove(view.entries.filter(isRefused).map(({ key }) => key)),
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

/** The cursor's index, and whether its row has the focus. */
function placeInHand({ at, keys }: Selection) {
  const row = document.activeElement?.closest<HTMLElement>('[data-at]')
  return { at, isInHand: keys.size === 0 && row?.dataset['at'] === String(at) }
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

/** The fields that all these files share; a field that differs is empty. */
function commonFacts(entries: readonly QueueEntry[], forAll: QueueFields): QueueFields {
  const [first, ...others] = entries.map((entry) => factsOf(entry, forAll))
  if (!first) return withTheirOwner(forAll)
  const isCommon = (field: keyof QueueFields) => others.every((facts) => facts[field] === first[field])
  return {
    categoryId: isCommon('categoryId') ? first.categoryId : null,
    typeId: isCommon('typeId') ? first.typeId : null,
    countyId: isCommon('countyId') ? first.countyId : null,
    description: isCommon('description') ? first.description : '',
    owner: others.every(({ owner }) => owner?.partyNumber === first.owner?.partyNumber)
      ? (first.owner ?? null)
      : null,
    relationTypeId: isCommon('relationTypeId') ? (first.relationTypeId ?? null) : null,
  }
}

/** The name for an id; empty if the id is null or unknown. */
export function nameIn(list: readonly LookupItem[], id: number | null): string {
  return list.find(({ ID }) => ID === id)?.Name ?? ''
}

export type QueueScreen = ReturnType<typeof useQueueScreen>

function storedIds(entries: readonly QueueEntry[]): readonly number[] {
  return entries.flatMap(({ state }) => (state.is === 'stored' ? (state.fileId ?? []) : []))
}

/** The stored files of the queue that are waiting for a virus check or infected. */
function useStoredChecks(entries: readonly QueueEntry[]): ReadonlyMap<number, BlockedFile> {
  const [asked, setAsked] = useState(() => storedIds(entries))
  const look = useEffectEvent(() => {
    const stored = storedIds(entries)
    setAsked((before) => (before.join() === stored.join() ? before : stored))
  })
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return useBlockedFiles(asked)
}
