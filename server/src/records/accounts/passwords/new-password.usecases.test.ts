import { passwordProblem } from '@portal/contract/sign-in/password.ts'
import { TOO_COMMON } from '@portal/contract/sign-in/password-errors.ts'
import { expect, test } from 'vitest'
import { readSettings } from '../../../engines/config/settings.ts'
import { createCommonPasswords } from './common-passwords.ts'
import { requireUnguessablePassword } from './new-password.usecases.ts'

const world = {
  settings: readSettings({ COMPANY_NAME: 'Pritchard & Abbott, Inc.' }),
  commonPasswords: createCommonPasswords(),
}
const OWNER = { email: 'ann.smith@reeves.example', countyName: 'Reeves County' }
const refused = { status: 400, message: TOO_COMMON.sentence }
const tried = (password: string, owner: Partial<typeof OWNER> = {}) =>
  requireUnguessablePassword(world, { password, ...OWNER, ...owner })

/** From the top of published lists of stolen passwords. The short list of the screens does not contain them. */
test.each(
  `maverick hardcore midnight bigdaddy marlboro cocacola asdfasdf scorpion redskins liverpool dolphins metallic mountain
  elephant rush2112 creative airborne brooklyn godzilla 4815162342 williams darkness blink182 platinum 01012011 snowball
  pakistan explorer redwings lasvegas guinness michigan carolina spitfire anderson scotland stargate simpsons cherokee
  swordfish wolverine kawasaki motorola logitech semperfi`.split(/\s+/),
)('R2.48 V6.2.4 V6.2.12 the first entries of the usual lists are refused: %s', async (password) => {
  await expect(tried(password)).rejects.toMatchObject(refused)
})

test.each([
  'M0unt@in',
  'Liverpool1!',
  'GODZILLA',
  'e1ephant',
  'Marlboro@123',
  'Mm123456',
  'Aa112233',
  'Aa123456@',
  'ｍｉｄｎｉｇｈｔ',
])(
  'R2.48 V6.2.4 capitals, substituted letters and a small number make no new password: %s',
  async (password) => {
    await expect(tried(password)).rejects.toMatchObject(refused)
  },
)

test.each([
  'ann.smith@reeves.example',
  'Ann.Smith-2026',
  'annsmith99!',
  'Smith-2026',
  'Reeves2026',
  'reeves county 2026',
  'R33ves County!',
  'ReevesCountyAppraisalDistrict1',
  'Reeves-mountain',
  'my reeves 1',
  'Pritchard1926',
  'Pritchard&Abbott',
])('R2.49 V6.2.11 a name with few other characters is refused: %s', async (password) => {
  await expect(tried(password)).rejects.toMatchObject(refused)
})

test.each(['Lee-2026!', 'lee county 7'])(
  'R2.49 V6.2.11 a short name counts as a separate word: %s',
  async (password) => {
    await expect(tried(password, { countyName: 'Lee' })).rejects.toMatchObject(refused)
  },
)

test.each([
  ['a long and quiet password', 'a@staff.example', null],
  ['first of the passwords', 'first-1@staff.example', null],
  ['copper ledger 1926', 'ann@staff.example', 'Midland'],
  ['Correct-horse-9', 'clerk@midland.example', 'Midland'],
  ['eight mules pulled the Reeves rig', 'ann@reeves.example', 'Reeves'],
  ['sleepy fleece on a hill', 'bee@lee.example', 'Lee'],
  ['demo-portal-2026', 'clerk@midland.example', 'Midland'],
  ['Kq7-mz3x', 'ann@reeves.example', 'Ward'],
  ['wardrobe with a lantern', 'ann@ward.example', 'Ward'],
])('R2.49 a password that only contains a name is accepted: %s', async (password, email, countyName) => {
  expect(passwordProblem(password)).toBeNull()
  await expect(requireUnguessablePassword(world, { password, email, countyName })).resolves.toBeUndefined()
})
