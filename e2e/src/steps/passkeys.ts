import type { CDPSession, Page } from '@playwright/test'

/** A device that stores passkeys and asks for a finger, which is there automatically or not at all. */
export type Device = {
  /** How many keys it has. */
  keys(): Promise<number>
  /** Puts the finger on it, or takes it away. */
  touch(isTouched: boolean): Promise<void>
  /** Sets whether it knows the finger. */
  know(isKnown: boolean): Promise<void>
}

/** Gives the browser its own device (Chromium only). */
export async function addDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    keys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    touch: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    know: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/**
 * Makes the page offer no passkey in the field for the username. A device with a finger on it would accept the offer
 * immediately.
 */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

/** The passkeys part of the account screen, of the sign-in screen and of the proof. */
export function passkeysOn(page: Page) {
  const section = page.getByRole('region', { name: 'Passkeys', exact: true })
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  return {
    section,
    rows: section.getByRole('listitem'),
    name: section.getByLabel('Name of a new passkey'),
    add: section.getByRole('button', { name: /^(Add a passkey|Waiting for your device)/u }),
    done: section.getByRole('status').filter({ hasText: /\S/u }),
    problem: section.getByRole('alert').filter({ hasText: /\S/u }),
    question: page.getByRole('alertdialog', { name: 'Remove this passkey?' }),
    signIn: page.getByRole('button', { name: /^(Sign in with a passkey|Waiting for your passkey)/u }),
    refusal: page.getByRole('alert').filter({ hasText: /passkey/u }),
    proof,
    proveByIt: proof.getByRole('button', { name: 'Use a passkey' }),
  }
}
