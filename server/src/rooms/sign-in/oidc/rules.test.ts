import { expect, test } from 'vitest'
import type { Role } from '@portal/contract/access/roles.ts'
import { accessFromRules } from './access-of-claims.ts'
import { reconcileAccess } from './finish-single-sign-on.usecases.ts'

const rule = (role: Role, counties: string[], by: { groups?: string[]; domain?: string }) => ({
  role,
  counties,
  ...by,
})

const of = (role: Role, countyIds: number[]) => ({ role, countyIds })

test('R2.132 the first matching rule sets the role, and others add counties only with the same role', () => {
  const rules = [
    rule('reader', ['001'], { groups: ['a'] }),
    rule('manager', ['002'], { groups: ['b'] }),
    rule('reader', ['003', '001'], { groups: ['c'] }),
    rule('user', ['004'], { groups: ['d'], domain: 'firm.example' }),
  ]
  const given = (groups: string[], domain: string | null = null) =>
    accessFromRules({ rules }, { groups, domain })
  expect(given(['b', 'c', 'a'])).toEqual({ role: 'reader', countyNumbers: ['001', '003'] })
  expect(given(['b'])).toEqual({ role: 'manager', countyNumbers: ['002'] })
  expect(given(['d'])).toBeNull()
  expect(given(['d'], 'firm.example')).toEqual({ role: 'user', countyNumbers: ['004'] })
  expect(given([], 'firm.example')).toBeNull()
})

test('R2.134 an issuer removes and adds only its own grants: access set by hand stays', () => {
  const renewed = (
    current: ReturnType<typeof of>,
    before: ReturnType<typeof of>,
    now: ReturnType<typeof of>,
  ) => reconcileAccess({ current, before, now }).change
  expect(renewed(of('user', [1, 9]), of('user', [1]), of('user', [1]))).toBeNull()
  expect(renewed(of('user', [1, 9]), of('user', [1]), of('staff', [2]))).toEqual(of('staff', [9, 2]))
  expect(renewed(of('reader', [1]), of('user', [1]), of('staff', [1]))).toBeNull()
  // A role set by hand gets no counties from rules with another role.
  expect(renewed(of('manager', [1]), of('reader', [1]), of('reader', [1, 2]))).toBeNull()
  // Removed by hand, while the issuer's grants stay the same.
  expect(renewed(of('user', []), of('user', [1]), of('user', [1]))).toBeNull()
})

test('a role that was set by hand stays when the issuer grants less for a while, and then the same again', () => {
  const less = reconcileAccess({
    current: of('user', [1]),
    before: of('administrator', []),
    now: of('user', []),
  })
  expect(less.change).toBeNull()
  const again = reconcileAccess({ current: of('user', [1]), before: less.keep, now: of('administrator', []) })
  expect(again.change).toBeNull()
})
