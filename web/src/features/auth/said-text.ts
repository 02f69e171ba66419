/** What the server said, otherwise the sentence of the specification (section 8). */
export function saidBy({ message }: { readonly message?: string }, otherwise: string): string {
  return message?.trim() ? message : otherwise
}
