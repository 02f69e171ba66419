import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What happens on a key that types a character, such as `/`. */
export type SingleKeys = Readonly<Record<string, () => void>>

const SETTING = 'single keys'
const OFF = 'off'
const TYPED_IN = 'input:not([type=checkbox]), select, textarea, [contenteditable]'

const listeners = new Set<() => void>()

function areOn(): boolean {
  try {
    return localStorage.getItem(SETTING) !== OFF
  } catch {
    return true
  }
}

/**
 * Whether single-character keys do something in this browser: people who use speech input must be able to turn them
 * off.
 */
export function useAreSingleKeysOn(): boolean {
  return useSyncExternalStore(subscribe, areOn)
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(SETTING)
    else localStorage.setItem(SETTING, OFF)
  } catch (error) {
    console.warn('The browser did not keep the setting of the keys:', error)
  }
  for (const tell of listeners) tell()
}

/**
 * Handles these keys on the whole screen, except in a field, behind an open dialog, or when they are turned off. With
 * `yields`, a key goes first to a part of the screen that handles it, too.
 */
export function useSingleKeys(keys: SingleKeys, { yields = false } = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = keys[event.key]
    if (!run || !areOn() || event.defaultPrevented || isMeantElsewhere(event)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const onKeyDown = (event: Event) => {
      if (event instanceof KeyboardEvent) press(event)
    }
    const target = yields ? window : document
    target.addEventListener('keydown', onKeyDown)
    return () => target.removeEventListener('keydown', onKeyDown)
  }, [yields])
}

/** Whether keys pressed there belong to a field. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_IN) !== null
}

/** Whether a dialog is open, other than one that is a part of its screen. */
export function isBehindDialog(): boolean {
  return document.querySelector('dialog[open]:not([data-screen-keys])') !== null
}

function isMeantElsewhere({ target, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  return isInField(target) || altKey || ctrlKey || metaKey || isComposing || isBehindDialog()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
