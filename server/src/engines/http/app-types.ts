import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse>
export type Request = FastifyRequest
export type Reply = FastifyReply
