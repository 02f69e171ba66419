import { expect, test } from 'vitest'
import { serializeOnDemand } from './serialize-on-demand.ts'

const ROUTE = { method: 'GET', url: '/', httpStatus: '200' }

test('a response has the fields of its schema, the first time and later', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const serialize = serializeOnDemand()({}, {})({ ...ROUTE, schema })
  expect(serialize({ name: 'Reeves', secret: 1 })).toBe('{"name":"Reeves"}')
  expect(serialize({ name: 'Ward', secret: 1 })).toBe('{"name":"Ward"}')
})

test('nothing is compiled before a response needs it', () => {
  const serialize = serializeOnDemand()({}, {})({ ...ROUTE, schema: { $ref: '#/missing' } })
  expect(() => serialize({})).toThrow('missing')
})
