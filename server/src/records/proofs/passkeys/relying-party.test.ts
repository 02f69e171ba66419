import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

test.each([
  ['https://portal.firm.example', { id: 'portal.firm.example', origin: 'https://portal.firm.example' }],
  [
    'https://portal.firm.example:8443',
    { id: 'portal.firm.example', origin: 'https://portal.firm.example:8443' },
  ],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://portal.localhost', { id: 'portal.localhost', origin: 'http://portal.localhost' }],
  // Browsers allow passkeys only with https and a domain name.
  ['http://portal.firm.example', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::7]', null],
  ['http://127.0.0.1:3000', null],
  // Any free port, unknown here.
  ['http://localhost:0', null],
])('R2.116 passkeys of a portal at %s', (publicUrl, party) => {
  expect(relyingPartyOf({ publicUrl })).toEqual(party)
})
