import { expect, test } from 'vitest'
import { column, interleave, ratios } from './rounds.ts'

const failing = () => Promise.reject(new Error('answered 500'))

test('every contestant runs once a round, and the order changes', async () => {
  const order: string[] = []
  const contestant = (name: string) => ({ name, run: async () => order.push(name) })
  const { rounds, voided } = await interleave([contestant('portal'), contestant('floor')], 50)
  expect(rounds).toHaveLength(50)
  expect(voided).toEqual([])
  const firsts = order.filter((_name, at) => at % 2 === 0)
  expect(new Set(firsts)).toEqual(new Set(['portal', 'floor']))
  expect(order.filter((name) => name === 'floor')).toHaveLength(50)
})

test('a round with an error is void for all, is reported, and runs again', async () => {
  let tries = 0
  const failsOnce = {
    name: 'floor',
    async run() {
      if (++tries === 3) throw new Error('answered 503')
      return tries
    },
  }
  const measured = await interleave([failsOnce], 7)
  expect(column(measured, 'floor', (figure) => figure)).toEqual([1, 2, 4, 5, 6, 7, 8])
  expect(measured.voided).toEqual(['answered 503'])
})

test('a constant failure ends the run', async () => {
  await expect(interleave([{ name: 'portal', run: failing }], 7)).rejects.toThrow('Too many rounds are void')
})

test('ratios are taken round by round', () => {
  expect(ratios([8, 9], [10, 6])).toEqual([0.8, 1.5])
})
