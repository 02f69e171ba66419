import { beginPasskeyProof, proveIdentity } from '@portal/contract/account/account.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { fieldsOf } from '../../../lib/wire.ts'
import { Button } from '../../../ui/button.tsx'
import type { Failure } from '../failure.ts'
import { canUsePasskeys, showFailure, showPasskey } from '../passkeys/passkey-browser.ts'
import classes from './proof.module.css'

type Props = {
  readonly isBusy: boolean
  /** Sends a proof, like the form does; the input comes from the browser's own window. */
  readonly onProve: (send: () => Promise<Failure | null>) => void
}

/** Offers a passkey instead of typed input, to users who have one. */
export function PasskeyProof({ isBusy, onProve }: Props) {
  if (usePasskeyOffer() !== 'passkey') return null
  return (
    <div className={classes.passkey}>
      <Button aria-disabled={isBusy} onClick={() => !isBusy && onProve(proveByPasskey)}>
        Use a passkey
      </Button>
    </div>
  )
}

/** Whether the user has a passkey that this browser can use; `unknown` until the server responds. */
export function usePasskeyOffer(): 'passkey' | 'none' | 'unknown' {
  const [offer, setOffer] = useState<'passkey' | 'none' | 'unknown'>(canUsePasskeys() ? 'unknown' : 'none')
  useEffect(() => {
    if (!canUsePasskeys()) return undefined
    const left = new AbortController()
    askFor(left.signal).then(
      (request) => setOffer(request === null ? 'none' : 'passkey'),
      // Other kinds of proof remain.
      () => !left.signal.aborted && setOffer('none'),
    )
    return () => left.abort()
  }, [])
  return offer
}

async function askFor(signal?: AbortSignal) {
  return fieldsOf(await call(beginPasskeyProof, { signal })).request ?? null
}

/** Resolves with the failure, or null on success. */
export async function proveByPasskey(): Promise<Failure | null> {
  try {
    const request = await askFor()
    if (!request) return { text: 'You have no passkey any more. Please use another way.', hint: null }
    await call(proveIdentity, { body: { passkey: await showPasskey(request) } })
    return null
  } catch (error) {
    return showFailure(error)
  }
}
