import { beginPasskeySignIn } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAssertion, PasskeyRequest } from '@portal/contract/sign-in/webauthn.ts'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/call.ts'
import { showPasskey } from './passkey-browser.ts'

/** Milliseconds after which another challenge is asked for: one lives five minutes, and a sign-in screen may stand for hours. */
const RENEWED_EVERY_MS = 4 * 60_000

type Choose = (passkey: PasskeyAssertion) => void

/** Has the browser offer passkeys among the names that it fills in, while nobody is signing in. */
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

/** Nobody asked for it, so nobody is told where it fails: the button and the password are there. */
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
    // Over, declined, or not to be had here.
  }
}

/** A screen that nobody looks at asks for nothing. */
function untilSeen(): Promise<unknown> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  document.addEventListener('visibilitychange', resolve, { once: true })
  return promise.then(untilSeen)
}

/** Null where nobody has chosen one for as long as its challenge counts. */
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
