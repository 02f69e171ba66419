/** Each person's queue is a database of its own: nobody else who works in this browser reads it. */
export function queueDatabaseName(username: string): string {
  return `portal queue of ${JSON.stringify(username)}`
}
