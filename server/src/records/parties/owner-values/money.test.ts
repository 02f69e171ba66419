import { describe, expect, test } from 'vitest'
import { NO_VALUE, readMoney } from './money.ts'

describe('a cell of dollars', () => {
  test.each([
    ['0', '0'],
    ['13968', '13968'],
    ['20367098.45', '20367098.45'],
    ['-77113', '-77113'],
    ['$1,234.50', '1234.50'],
    ['$ 1,234.50', '1234.50'],
    ['1,234,567', '1234567.00'],
    ['-$1,234.50', '-1234.50'],
    ['$-1,234.50', '-1234.50'],
    ['- 5', '-5.00'],
    ['(1,234.50)', '-1234.50'],
    ['($1,234)', '-1234.00'],
    ['$(1,234)', '-1234.00'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    ['0007.10', '0007.10'],
    ['00000000000000007.125', '7.13'],
    ['1234.564', '1234.56'],
    ['1234.565', '1234.57'],
    ['1.005', '1.01'],
    ['-1234.565', '-1234.57'],
    ['1.9950000001', '2.00'],
    ['1.0049999999', '1.00'],
    ['9999999999999.99', '9999999999999.99'],
    ['999999999999.999', '1000000000000.00'],
    ['9,999,999,999,999', '9999999999999.00'],
  ])('R6.10 %j is %s', (cell, amount) => {
    expect(readMoney(cell)).toBe(amount)
  })

  test.each(['', 'N/A', 'n/a'])('%j is not a value', (cell) => {
    expect(readMoney(cell)).toBe(NO_VALUE)
  })

  test.each([
    ['1.2E+06', 'scientific notation'],
    ['1e6', 'scientific notation'],
    ['-1,2E6', 'scientific notation'],
    ['12.345,67', 'decimal comma'],
    ['1234,56', 'decimal comma'],
    ['1,5', 'decimal comma'],
    ['10000000000000', 'more than 13 digits'],
    ['$10,000,000,000,000.00', 'more than 13 digits'],
    ['9999999999999.995', 'more than 13 digits'],
    ['1,23,456', 'amount in dollars'],
    ['12 345', 'amount in dollars'],
    ['+5', 'amount in dollars'],
    ['5-', 'amount in dollars'],
    ['-(5)', 'amount in dollars'],
    ['(-5)', 'amount in dollars'],
    ['--5', 'amount in dollars'],
    ['$$5', 'amount in dollars'],
    ['-', 'amount in dollars'],
    ['$', 'amount in dollars'],
    ['.', 'amount in dollars'],
    ['()', 'amount in dollars'],
    ['#REF!', 'amount in dollars'],
    ['€5', 'amount in dollars'],
    ['NaN', 'amount in dollars'],
    ['Infinity', 'amount in dollars'],
    ['0x10', 'amount in dollars'],
    ['1234.50 CR', 'amount in dollars'],
  ])('R6.11 %j is refused: %s', (cell, reason) => {
    expect(readMoney(cell)).toEqual({ reason: expect.stringContaining(reason) })
  })
})
