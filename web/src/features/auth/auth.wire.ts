import { fieldsOf } from '../../lib/wire.ts'

/** The server's message, otherwise the sentence of the specification (section 8). */
export function readMessage(answer: { readonly message?: string | undefined }, otherwise: string): string {
  const { message } = fieldsOf(answer)
  return message?.trim() ? message : otherwise
}
