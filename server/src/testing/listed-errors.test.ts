import { expect, test } from 'vitest'
import { fastify } from 'fastify'
import type { App } from '../engines/http/app-types.ts'
import { requireListedErrors } from './listed-errors.ts'

const answer = (code: string) => async (_request: unknown, reply: { code: (status: number) => unknown }) => {
  reply.code(404)
  return { error: 'Not there.', code }
}

test('a call that returns an error of another one is detected, for every caller', async () => {
  const app: App = fastify()
  app.get('/api/files/uploads', answer('link.agent_unknown'))
  app.delete('/api/files/uploads/:fileId', answer('document.not_found'))
  app.delete('/api/files/uploads/bulk', answer('document.not_found'))
  requireListedErrors(app)
  await expect(app.inject({ url: '/api/files/uploads?page=1' })).rejects.toThrow(
    "listUploads has answered 404 'link.agent_unknown', which the contract does not list for it.",
  )
  await expect(app.inject({ method: 'DELETE', url: '/api/files/uploads/bulk' })).rejects.toThrow(
    'deleteManyPermanently',
  )
  const listed = await app.inject({ method: 'DELETE', url: '/api/files/uploads/7' })
  expect(listed.statusCode).toBe(404)
  await app.close()
})
