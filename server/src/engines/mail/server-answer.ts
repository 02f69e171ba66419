/** RFC 3463, behind the reply code. */
const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/
/** The verbs of RFC 5321 and of signing in; what follows a verb is the mail's. */
const VERB = /^[A-Z]{4,8}(?= |$)/

/**
 * A failure as it may be kept and logged: of a mail server's answer its codes, never its text. That may quote the mail, and
 * with it a link that lets in whoever reads it. Failures of the connection are told as they are.
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

/** What Postfix, Exim and Exchange say of who sends, at the recipient: the one point where many servers answer for all before it. */
const OF_SENDER = /\brelay|\b(sender address|client host|helo command) rejected/i
/** The mail is too large: that is its own fault wherever it is told. */
const TOO_LARGE = 552

/**
 * Whether a mail server refused whoever sends, and not this mail or its recipient: the portal may not relay there, or not
 * send as `MAIL_FROM`. Trying again is of use once that is mended.
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
