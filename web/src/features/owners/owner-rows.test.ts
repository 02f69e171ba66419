import { expect, test } from 'vitest'
import { columnsOf, countsOf } from './owner-rows.ts'

const rows = [
  ['beta Oil', 2, 10, null, 0],
  ['Alpha', 1, null, -5.5, 3],
].map(([OwnerName, OwnerNbr, CurrentValue, PriorValue, FileCount]) => ({
  OwnerNbr: Number(OwnerNbr),
  OwnerName: String(OwnerName),
  CAD_OwnerID: '00A',
  AgentName: null,
  CurrentValue: CurrentValue as number | null,
  PriorValue: PriorValue as number | null,
  FileCount: Number(FileCount),
}))

test('the bare rows of the specification make the same columns, by name', () => {
  expect(columnsOf(rows)).toEqual({
    OwnerNbr: [1, 2],
    OwnerName: ['Alpha', 'beta Oil'],
    CAD_OwnerID: ['00A', '00A'],
    AgentName: ['', ''],
    CurrentValue: [null, 10],
    PriorValue: [-5.5, null],
  })
})

test('the bare rows hold the counts, those above 0 count', () => {
  expect(countsOf(rows)).toEqual({ OwnerNbr: [1], FileCount: [3] })
})
