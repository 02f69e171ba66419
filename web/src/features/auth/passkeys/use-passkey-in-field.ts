import { beginPasskeySignIn } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAssertion, PasskeyRequest } from '@portal/contract/sign-in/webauthn.ts'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call.ts'
import { showPasskey } from './passkey-browser.ts'

/**
 * Milliseconds until a new challenge is requested: one expires after five minutes, and a sign-in screen may stay open
 * for hours.
 */
const RENEWED_EVERY_MS = 4 * 60_000

type Choose = (passkey: PasskeyAssertion) => void

/** Has the browser offer passkeys among its autofill suggestions, while no sign-in is running. */
export function usePasskeyInField(isBusy: boolean, onChosen: Choose) {
  const choose = useRef(onChosen)
  useEffect(() => {
    choose.current = onChosen
  })
  useEffect(() => {
    if (isBusy) return undefined
    const over = new AbortController()
    void offer(over.signal, (passkey) => choose.current(passkey))
    return () => {
      over.abort()
      WebAuthnAbortService.cancelCeremony()
    }
  }, [isBusy])
}

/** The user did not request this, so a failure is not reported: the button and the password still work. */
async function offer(over: AbortSignal, choose: Choose): Promise<void> {
  try {
    if (!(await browserSupportsWebAuthnAutofill())) return
    for (;;) {
      await untilSeen()
      over.throwIfAborted()
      const asked = await call(beginPasskeySignIn, { signal: over })
      over.throwIfAborted()
      const passkey = await chosenInTime(asked)
      over.throwIfAborted()
      if (passkey) {
        choose(passkey)
        return
      }
    }
  } catch {
    // Aborted, declined, or not supported here.
  }
}

/** A hidden page requests nothing. */
function untilSeen(): Promise<unknown> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  document.addEventListener('visibilitychange', resolve, { once: true })
  return promise.then(untilSeen)
}

/** Null if no passkey was chosen before the challenge must be renewed. */
async function chosenInTime(asked: PasskeyRequest): Promise<PasskeyAssertion | null> {
  const late = setTimeout(() => WebAuthnAbortService.cancelCeremony(), RENEWED_EVERY_MS)
  try {
    return await showPasskey(asked, { inField: true })
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null
    throw error
  } finally {
    clearTimeout(late)
  }
}
