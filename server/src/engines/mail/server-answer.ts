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
  const { response, responseCode, command, code } = error as Answer
  const enhanced = ENHANCED.exec(String(response ?? ''))?.[1]
  const codes = [Number(responseCode) || 'something unknown', enhanced].filter(Boolean).join(' ')
  const verb = VERB.exec(String(command ?? ''))?.[0]
  const told = new Error(`The mail server answered ${codes}${verb === undefined ? '' : ` to ${verb}`}.`)
  return Object.assign(told, { code, responseCode })
}

type Answer = { response?: unknown; responseCode?: unknown; command?: unknown; code?: unknown }
