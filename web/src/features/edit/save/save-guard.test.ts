import { describe, expect, test } from 'vitest'
import { SaveGuard } from './save-guard.ts'

function openGuard() {
  let now = 0
  const guard = new SaveGuard(() => now)
  return {
    guard,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const payload = { statusId: 3, typeId: 10, description: 'Rendition' }
const other = { ...payload, statusId: 2 }

describe('the guard of a save', () => {
  test('while a save runs nothing else is admitted', () => {
    const { guard } = openGuard()
    expect(guard.admits(payload, 'v1')).toBe(true)
    guard.started()
    expect(guard.admits(other, 'v1')).toBe(false)
  })

  test('S2.72 S9.17 the lock is released 1000 ms after the save', () => {
    const { guard, pass } = openGuard()
    guard.started()
    guard.succeeded(payload, 'v2')
    pass(999)
    expect(guard.admits(other, 'v2')).toBe(false)
    pass(1)
    expect(guard.admits(other, 'v2')).toBe(true)
  })

  test('S2.72 the payload of the last save is ignored while the document has the version that it returned', () => {
    const { guard, pass } = openGuard()
    guard.started()
    guard.succeeded(payload, 'v2')
    pass(60_000)
    expect(guard.admits(payload, 'v2')).toBe(false)
    expect(guard.admits(payload, 'v3')).toBe(true)
  })

  test('R5.14 a retry after a failure is sent immediately', () => {
    const { guard } = openGuard()
    guard.started()
    guard.failed()
    expect(guard.admits(payload, 'v1')).toBe(true)
  })

  test('a return to the state before the last save is a save', () => {
    const { guard, pass } = openGuard()
    for (const [saved, etag] of [
      [payload, 'v2'],
      [other, 'v3'],
    ] as const) {
      guard.started()
      guard.succeeded(saved, etag)
      pass(1000)
    }
    expect(guard.admits(payload, 'v3')).toBe(true)
  })
})
