/** RFC 3463, behind the reply code. */
const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/
/** The verbs of RFC 5321 and of sign-in. The text after a verb comes from the mail. */
const VERB = /^[A-Z]{4,8}(?= |$)/

/**
 * Makes a failure safe to store and log: only the codes of a mail server's answer, never its text. The text may quote
 * the mail and a sign-in link in it. Connection failures are returned unchanged.
 */
export function withoutAnswerText(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error || 'responseCode' in error)) return error
  const response = textOf(error, 'response')
  const code = textOf(error, 'code')
  const replyCode = /^\d{3}\b/.exec(response)?.[0] ?? 'something unknown'
  const enhanced = ENHANCED.exec(response)?.[1]
  const verb = VERB.exec(textOf(error, 'command'))?.[0]
  const codes = enhanced === undefined ? replyCode : `${replyCode} ${enhanced}`
  const to = verb === undefined ? '' : ` to ${verb}`
  const told = new Error(`The mail server answered ${codes}${to} (${code}).`)
  return Object.assign(told, { code, responseCode: Number(replyCode) })
}

/**
 * How Postfix, Exim, and Exchange reject a sender in the answer to the recipient. Many servers delay all earlier
 * rejections to that point.
 */
const OF_SENDER = /\brelay|\b(sender address|client host|helo command) rejected/i
/** The mail is too large. That is the mail's fault at any stage. */
const TOO_LARGE = 552

/**
 * Whether a mail server refused the sender, not this mail or its recipient: the portal may not relay there, or may not
 * send as `MAIL_FROM`. A retry helps after that is fixed.
 */
export function refusesSender(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const verb = VERB.exec(textOf(error, 'command'))?.[0]
  const response = textOf(error, 'response')
  if (verb === 'MAIL') return !response.startsWith(String(TOO_LARGE))
  return verb === 'RCPT' && OF_SENDER.test(response)
}

function textOf(error: object, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
