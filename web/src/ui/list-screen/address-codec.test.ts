import { expect, test } from 'vitest'
import { addressCodec, cursor, day, id, oneOf, pageNumber, text } from './address-codec.ts'

const CODEC = addressCodec({
  page: pageNumber(),
  search: text(),
  county: id(),
  role: oneOf(['user', 'reader']),
  order: oneOf(['name', 'date'], 'name'),
  from: day(),
  after: cursor(),
})

const START = { page: 1, search: '', county: null, role: null, order: 'name', from: '', after: null } as const

const read = (address: string) => CODEC.read(new URLSearchParams(address))

test('an address without parameters is the start of the whole list', () => {
  expect(read('')).toEqual({ state: START, ignored: [] })
  expect(CODEC.write(START).toString()).toBe('')
})

test('a state is written in the order of the fields and read back the same', () => {
  const address = 'page=2&search=a%26b&county=7&role=reader&order=date&from=2026-02-28&after=x'
  expect(CODEC.write(read(address).state).toString()).toBe(address)
})

test('a wrong value counts as not set and is reported; a wrong position and an unknown parameter are not', () => {
  expect(read('page=-1&county=1e3&role=king&order=up&from=2026-02-30&x=1')).toEqual({
    state: START,
    ignored: ['county', 'role', 'order', 'from'],
  })
  expect(read('county=&role=&from=')).toEqual({ state: START, ignored: [] })
})

test('a changed filter begins the list from its start', () => {
  const { state } = read('page=3&county=7&order=date&after=x')
  expect(CODEC.isPlaced(state)).toBe(true)
  expect(CODEC.narrow(state, { role: 'user' })).toEqual({ ...START, county: 7, order: 'date', role: 'user' })
  expect(CODEC.isPlaced(CODEC.narrow(state, {}))).toBe(false)
})

test('neither an order nor a position counts as a filter', () => {
  expect(CODEC.filters(read('order=date&page=2&after=x').state)).toEqual([])
  expect(CODEC.filters(read('search=ana&from=2026-02-28').state)).toEqual(['search', 'from'])
})

test('a value that contradicts another one is dropped, on read and on write', () => {
  const codec = addressCodec({ category: id(), type: id() }, (state) =>
    state.category === null ? { ...state, type: null } : state,
  )
  expect(codec.read(new URLSearchParams('type=4')).state).toEqual({ category: null, type: null })
  expect(codec.write({ category: null, type: 4 }).toString()).toBe('')
  expect(codec.narrow({ category: 1, type: 4 }, { category: null })).toEqual({ category: null, type: null })
})

test('a text or a cursor that does not match its pattern counts as not set; only the text is reported', () => {
  const codec = addressCodec({ number: text(/^\d{4}$/u), after: cursor(/^[a-z]+$/u) })
  const readBy = (address: string) => codec.read(new URLSearchParams(address))
  expect(readBy('number=2026&after=abc')).toEqual({ state: { number: '2026', after: 'abc' }, ignored: [] })
  expect(readBy('number=20x6&after=a1')).toEqual({ state: { number: '', after: null }, ignored: ['number'] })
})
