import { expect, test } from 'vitest'
import { adviceOn } from './advice.ts'

test.each([
  'Mail is not going out, the oldest has been due for 2 hours: see to SMTP_URL and its mail server; Jobs and mail tells what it answers.',
  'There is no backup of this portal yet.',
  'There is no backup of this portal yet. BACKUP_DIR is not set.',
  'There is no backup of this portal yet. The last try failed: `portal backup list` tells why.',
  'The clock of this machine is 12 s ahead of the database’s.',
  'The bytes of 2 stored document(s) are damaged: `npm run -s portal -- verify` names them.',
  '3 thing(s) in the database are wrong: `npm run -s portal -- verify --database` names them.',
  'No document can be stored: the disk is read-only.',
])('R8.45 says in a sentence what to do about: %s', (warning) => {
  expect(adviceOn(warning)).toMatch(/(Run |run |Let |Mount ).*\.$/)
})
