import { fieldsOf } from '../../lib/wire.ts'

/** What the server said, otherwise the sentence of the specification (section 8). */
export function readMessage(answer: { readonly message?: string | undefined }, otherwise: string): string {
  const { message } = fieldsOf(answer)
  return message?.trim() ? message : otherwise
}
