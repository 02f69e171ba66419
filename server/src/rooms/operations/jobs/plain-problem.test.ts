import { expect, test } from 'vitest'
import { plainProblem, plainRefusal } from './plain-problem.ts'

const UNKNOWN = 'It failed for a reason that stands in the log: `npm run -s portal -- jobs` tells it.'

test.each([
  ['Error: connect ECONNREFUSED 10.0.0.5:25', 'What it needs could not be reached.'],
  ['Error: getaddrinfo ENOTFOUND mail.firm.example', 'The name of the server that it needs is not known.'],
  ['Error: Connection timeout', 'What it needs did not answer in time.'],
  ['Error: Invalid login: 535 secret1234', 'The mail server refused the name or password that it was given.'],
  ['Error: Message failed: 451 4.7.1 the words of it', 'The mail server took no mail: it answered 451.'],
  [
    'SenderRefused: The mail server answered 554 5.7.1 to RCPT (EENVELOPE).',
    'The mail server does not let the portal send: see to SMTP_URL, MAIL_FROM and what it may relay.',
  ],
  ['StorageAway: The bucket does not answer.', 'The document store did not answer.'],
  ['MissingBytes: /data/documents/3f is not there.', 'The bytes of a document are missing.'],
  ['DamagedBytes: /data/documents/3f has another hash.', 'The bytes of a document are damaged.'],
  [
    "UnknownMailKind: No mail of kind 'x' is known.",
    'It was queued by another release, which this one does not understand.',
  ],
  ['Its process ended while it ran.', 'The portal stopped while it ran.'],
  ["Error: ENOSPC: no space left on device, write '/data/x'", 'There was no room on the disk.'],
  ['Error: the password is hunter2', UNKNOWN],
  ['', UNKNOWN],
])('R8.40 R1.103 %s is explained in the portal’s words', (error, told) => {
  expect(plainProblem(error)).toBe(told)
})

test.each([
  ['550 5.1.1 <ann@x> unknown', 'The mail server does not take mail for this address (550 5.1.1).'],
  ['Message failed: 550 No.', 'The mail server does not take mail for this address (550).'],
  ['554 5.7.1 spam: see the text', 'The mail server refused it for good (554 5.7.1).'],
  ['', 'The mail server refused it for good.'],
])('a refusal is shown by its number only: %s', (refusal, told) => {
  expect(plainRefusal(refusal)).toBe(told)
})
