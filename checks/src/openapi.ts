import { accessErrors } from '@portal/contract/access/access-errors.ts'
import { isOpenToTokens } from '@portal/contract/access/token-calls.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { z } from 'zod'
import { ROOMS, type NamedCall } from '@portal/contract/every-call.ts'

const FAILURE = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for the user.' },
    code: {
      type: 'string',
      description: 'The same failure for programs; it stays when the sentence changes.',
    },
    details: { type: 'string' },
    current: { description: 'On a conflict: the current record, as the reading call answers it.' },
  },
}

const FAILURE_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

/** The errors that every call can return in addition to its own. */
const OTHER_FAILURES = {
  '4XX': { $ref: '#/components/responses/Refusal' },
  '5XX': { $ref: '#/components/responses/Fault' },
}

const BINARY = { type: 'string', format: 'binary' }

const UPLOAD_FORM = {
  type: 'object',
  required: ['file', 'attachmentCategoryID', 'attachmentTypeID'],
  properties: {
    file: BINARY,
    attachmentCategoryID: { type: 'integer' },
    attachmentTypeID: { type: 'integer' },
    description: { type: 'string' },
    countyId: { type: 'integer' },
  },
}

type JsonSchema = { properties?: Record<string, unknown>; required?: readonly string[]; $schema?: string }

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  return rest
}

/** The contract as an OpenAPI 3.1 document; paths are relative to the API base. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, calls } of ROOMS) {
    for (const call of calls) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, name) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'County document portal',
      version: '1',
      description: 'Made from the contract; see docs/calls.md.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'portal_session' },
        token: { type: 'http', scheme: 'bearer', description: 'An API token, created in *Account*.' },
      },
      schemas: { Failure: FAILURE },
      responses: {
        Refusal: { description: 'Any other refusal, with its sentence.', content: FAILURE_CONTENT },
        Fault: {
          description: 'An outage or a fault of the portal, with its sentence.',
          content: FAILURE_CONTENT,
        },
      },
    },
    paths,
  }
}

const TUS_BYTES = {
  'application/offset+octet-stream': { schema: BINARY },
}

function operation(call: NamedCall, tag: string): object {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [tag],
    security: security(call),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
    ...requestBody(call),
    responses: { [call.status ?? 200]: answer(call), ...failures(call) },
  }
}

function security(call: Endpoint): object[] {
  if (call.access === 'public') return []
  return isOpenToTokens(call) ? [{ session: [] }, { token: [] }] : [{ session: [] }]
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {} } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
  }))
}

function requestBody(call: Endpoint): object {
  if (call.payload === 'upload')
    return { requestBody: { content: { 'multipart/form-data': { schema: UPLOAD_FORM } } } }
  if (call.payload === 'bytes') return { requestBody: { content: TUS_BYTES } }
  if (!call.body) return {}
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
    },
  }
}

function answer(call: Endpoint): object {
  if (call.status) return { description: call.summary }
  if (call.payload === 'archive') {
    return { description: 'The archive.', content: { 'application/zip': { schema: BINARY } } }
  }
  if (call.payload === 'document') {
    return { description: 'The bytes.', content: { '*/*': { schema: BINARY } } }
  }
  return {
    description: call.summary,
    content: { 'application/json': { schema: jsonSchema(call.result, 'output') } },
  }
}

/** The errors of a call: its own, and those of its access level. */
export function errorsOf(call: Endpoint): ErrorCase[] {
  return [...accessErrors(call), ...call.errors].toSorted((one, other) => one.status - other.status)
}

function failures(call: Endpoint): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(call), ({ status }) => String(status))
  const named = [...byStatus].map(([status, cases]): [string, object] => [
    status,
    {
      description: cases.map(({ code, sentence }) => `\`${code}\`: ${sentence}`).join(' · '),
      content: FAILURE_CONTENT,
    },
  ])
  return { ...Object.fromEntries(named), ...OTHER_FAILURES }
}
