import { useEffect, useEffectEvent, useState, useCallback } from 'react'
import { ownerRight } from '../facts/owner-right.ts'
import { isSheetName } from '../facts/sheet-name.ts'
import type { ChosenFile } from '../sender/local-files.ts'
import { partiesByNumber } from '../facts/parties-by-number.ts'
import type { Queue } from '../sender/queue.ts'
import type { KnownWords } from './known-words.ts'
import { planSheet, type SheetPlan } from './plan-sheet.ts'
import { decodeSheet, parseSheet } from './read-sheet.ts'
import { useQueryClient } from '@tanstack/react-query'
import { categoriesQuery, countiesQuery, relationTypesQuery } from '../../../lib/lookups.queries.ts'
import { seesSeveralCounties } from '../../../lib/rights.ts'
import { useSession } from '../../../lib/session.ts'
import { documentTypesQuery } from '../facts/document-types.queries.ts'

/** Bytes; a larger file is not a list of a batch's files. */
const MAX_BYTES = 5_000_000

/** A sheet that waits for the user's confirmation. */
export type PendingSheet = { readonly name: string; readonly plan: SheetPlan; readonly known: KnownWords }

type Options = {
  readonly queue: Queue
  readonly isElsewhere: boolean
  /** Shows a sentence on the screen. */
  readonly onProblem: (problem: string) => void
  /** Called with a file that names no file of the queue: it is added as an ordinary file. */
  readonly onOther: (chosen: ChosenFile) => void
}

export function isSheet({ file }: Pick<ChosenFile, 'file'>): boolean {
  return isSheetName(file.name)
}

/**
 * Handles rows pasted from a spreadsheet, or a CSV dropped with the files: previews them, and applies them on
 * confirmation.
 */
export function useSheets({ queue, isElsewhere, onProblem, onOther }: Options) {
  const readKnownWords = useKnownWords()
  const [waiting, setWaiting] = useState<readonly PendingSheet[]>([])
  const [isAsking, setIsAsking] = useState(false)

  const read = async (name: string, text: string): Promise<PendingSheet> => {
    const known = await readKnownWords()
    const plan = await planSheet(await parseSheet(text), {
      entries: queue.store.entries(),
      forAll: queue.store.plan.fields,
      known,
      findParties: (countyId, numbers) =>
        partiesByNumber({ countyId: countyId ?? known.ownCounty.id, numbers }),
    })
    return { name, plan, known }
  }
  const open = (sheet: PendingSheet) => setWaiting((others) => [...others, sheet])
  const failed = (name: string, error: unknown) =>
    onProblem(`${name} could not be read. ${error instanceof Error ? error.message : ''}`)

  const takePasted = async (text: string) => {
    setIsAsking(false)
    await read(PASTED, text).then(open, (error: unknown) => failed(PASTED, error))
  }
  const takeFile = async (chosen: ChosenFile) => {
    const { file } = chosen
    if (file.size > MAX_BYTES) {
      onOther(chosen)
      return
    }
    try {
      const sheet = await read(file.name, decodeSheet(await file.arrayBuffer()))
      if (sheet.plan.isAboutFiles) open(sheet)
      else onOther(chosen)
    } catch (error) {
      failed(file.name, error)
    }
  }
  usePastedRows({ isOff: isElsewhere, onRows: (text) => void takePasted(text) })

  const close = () => setWaiting((sheets) => sheets.slice(1))
  return {
    /** The first waiting sheet. */
    opened: waiting[0] ?? null,
    close,
    apply: ({ plan }: PendingSheet) => {
      queue.changeFacts(new Map(plan.filled.map(({ entry, facts }) => [entry.key, facts])))
      close()
    },
    isAsking,
    ask: () => setIsAsking(true),
    stopAsking: () => setIsAsking(false),
    takePasted,
    takeFile,
  }
}

const PASTED = 'The pasted rows'

export type Sheets = ReturnType<typeof useSheets>

function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=checkbox]), textarea')
}

type Pasting = { readonly isOff: boolean; readonly onRows: (text: string) => void }

/** Catches spreadsheet rows pasted anywhere on the screen, except into a text field. */
function usePastedRows({ isOff, onRows }: Pasting): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const isMeantElsewhere = takesText(event.target) || document.querySelector('dialog[open]') !== null
    if (isOff || isMeantElsewhere || !text.includes('\t')) return
    event.preventDefault()
    onRows(text)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

/**
 * Returns a function that loads the values this user may enter. Its promise rejects with a CallError if a list fails to
 * load.
 */
function useKnownWords(): () => Promise<KnownWords> {
  const client = useQueryClient()
  const session = useSession()
  return useCallback(async () => {
    const severalCounties = seesSeveralCounties(session)
    const right = ownerRight(session, severalCounties ? 'offered' : 'none')
    const [categories, types, relations, counties] = await Promise.all([
      client.fetchQuery(categoriesQuery),
      client.fetchQuery(documentTypesQuery),
      right === 'link' ? client.fetchQuery(relationTypesQuery) : [],
      session.isAdmin ? client.fetchQuery(countiesQuery) : session.counties,
    ])
    return {
      categories,
      types,
      relations,
      counties: severalCounties ? counties.filter(({ isClosed }) => !isClosed) : null,
      ownCounty: { id: session.countyID, name: session.countyName },
      ownerRight: right,
    }
  }, [client, session])
}
