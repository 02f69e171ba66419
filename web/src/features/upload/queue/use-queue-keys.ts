import { useEffect, useEffectEvent, type RefObject } from 'react'
import { isBehindDialog, useSingleKeys } from '../../../lib/single-keys.ts'
import type { KeyList } from '../../../ui/keys-help.tsx'
import type { Details } from './use-details.ts'
import type { QueueScreen } from './use-queue-screen.ts'

/** The screen's keys, as listed in the help. */
export const QUEUE_KEYS: KeyList = [
  ['f', 'Choose files'],
  ['s', 'Fill in from a spreadsheet'],
  ['j k', 'Select the next or the previous file'],
  ['Enter', 'Go to the details of the file'],
  ['n', 'Select the next file that lacks something'],
  ['.', 'Give the selected files, or the one at hand, the same details as the last'],
  ['Shift+↓ Shift+PageDown Shift+End', 'Select all files up to there'],
  ['Space', 'Select a file, or no longer'],
  ['Ctrl+A', 'Select all files'],
  ['c t d', 'Go to category, type or description of the selected files, or of all'],
  ['u o r', 'Go to county, owner or relation type'],
  ['y', 'Fill in the selected files, or the current one'],
  ['p', 'Fill in all files without overwriting entries'],
  ['Escape', 'Go back to the list of files'],
  ['Delete', 'Remove the selected files'],
  ['Ctrl+Enter', 'Upload the files'],
  ['?', 'Show these keys'],
]

type Place = { readonly form: RefObject<HTMLFormElement | null>; readonly details: Details }

/** Handles all keys of this screen except those that move within the list. */
export function useQueueKeys(screen: QueueScreen, { form, details }: Place): void {
  const step = (by: number) => {
    screen.selectOnly(screen.neighborOf(by))
    screen.focusFile()
  }
  useSingleKeys({
    f: () => press(form.current?.elements.namedItem('files')),
    s: () => !screen.view.isElsewhere && screen.sheets.ask(),
    j: () => step(1),
    k: () => step(-1),
    n: screen.toNextLacking,
    '.': () => !screen.view.isElsewhere && screen.sameAsLast(),
    c: () => details.open('categoryId'),
    y: () => !screen.view.isElsewhere && screen.acceptProposals(),
    p: () => !screen.view.isElsewhere && screen.acceptAllProposals(),
    // Without a category there are no types to choose from.
    t: () => details.open(screen.fields.categoryId === null ? 'categoryId' : 'typeId'),
    d: () => details.open('description'),
    u: () => details.open('countyId'),
    o: () => details.open('owner'),
    r: () => details.open('relationTypeId'),
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, isComposing, defaultPrevented } = event
    if (defaultPrevented || isComposing || isBehindDialog()) return
    if (key === 'Escape') screen.focusFile()
    if (key !== 'Enter' || !(ctrlKey || metaKey)) return
    event.preventDefault()
    if (screen.hasChosen) form.current?.requestSubmit()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Clicks a button of the form on the user's behalf. */
export function press(button: RadioNodeList | Element | null | undefined): void {
  if (button instanceof HTMLElement) button.click()
}
