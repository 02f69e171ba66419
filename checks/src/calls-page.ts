import { SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { COMMON_ERRORS, ROOMS } from '@portal/contract/every-call.ts'
import { z } from 'zod'
import { errorsOf } from './openapi.ts'

const INTRODUCTION = `# Calls

Made from the contract by \`npm run generate\`; do not edit. All paths stand below the API base (\`/api\`).
A failure is \`{ "error": "sentence for the user", "code": "stable.name", "details"?: "…" }\`. Below, \`{name}\` in a sentence
stands for a value. Besides the errors named at a call, any call may answer these; those of 429 and 503 carry \`Retry-After\`.

`

/** The documentation page of the portal's calls. */
export function callsPage(): string {
  const rooms = ROOMS.map(({ name, calls }) => `\n## ${name}\n${calls.map(section).join('')}`)
  return `${INTRODUCTION}${COMMON_ERRORS.map(line).join('\n')}\n${rooms.join('')}`
}

function section(call: Endpoint): string {
  const lines = [
    `\n### ${call.method} ${call.path}\n`,
    `${call.summary} Access: ${call.access}.\n`,
    ...fields('Query', call.query),
    ...bodyOf(call),
    `- Answer: ${resultOf(call)}`,
    ...errorsOf(call).map(line),
    ...(call.fallback ? [line({ ...SOMETHING_WENT_WRONG, sentence: call.fallback })] : []),
  ]
  return `${lines.join('\n')}\n`
}

function bodyOf({ payload, body }: Endpoint): string[] {
  if (payload === 'upload') return ['- Body: multipart form.']
  if (payload === 'bytes') return ['- Body: bytes of the file, as application/offset+octet-stream.']
  return fields('Body', body)
}

function resultOf({ payload, status, result }: Endpoint): string {
  if (status) return `${status} without a body`
  if (payload === 'archive') return 'the ZIP file'
  return payload === 'document' ? 'the bytes of the document' : shape(z.toJSONSchema(result))
}

function line({ status, code, sentence }: ErrorCase): string {
  return `- ${status} \`${code}\`: ${sentence}`
}

function fields(title: string, schema: z.ZodType | undefined): string[] {
  return schema
    ? [`- ${title}: ${shape(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}`]
    : []
}

type Shape = {
  type?: string | string[]
  const?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
}

/** A JSON schema in one line. */
function shape(schema: unknown): string {
  const { type, properties, required = [], items, anyOf, const: constant } = schema as Shape
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``
  if (anyOf) return [...new Set(anyOf.map(shape))].filter((text) => text !== '`""`').join(' or ')
  if (type === 'array') return `[${shape(items ?? {})}]`
  if (properties) {
    const parts = Object.entries(properties).map(
      ([name, part]) => `${name}${required.includes(name) ? '' : '?'}: ${shape(part)}`,
    )
    return `{ ${parts.join(', ')} }`
  }
  if (Array.isArray(type)) return type.join(' or ')
  return type ?? 'anything'
}
