import { ROLE_NAMES } from '@portal/contract/access/roles.ts'
import { SCREENS } from '@portal/contract/screens.ts'
import type { z } from 'zod'
import type { Engines } from '../../../engines/engines.ts'
import type { Composers, ComposersOfMany } from '../../../engines/mail/compose.ts'
import { composerOf, newPasswordLink, type ComposeNotice, type Reader } from './compose-notice.ts'
import { NOTICE_FACTS, SIGN_IN_CHANGES } from './enqueue-notices.ts'

type Access = z.output<(typeof NOTICE_FACTS)['access-changed']>
type SignInChange = z.output<(typeof NOTICE_FACTS)['sign-in-change']>

const TOKENS_REVOKED = ' Your API tokens were revoked.'
const AT_MOST_DAILY = 'You get this e-mail at most once a day.'
const REVOKE_TOKENS = 'Revoke unknown API tokens in Account → API tokens.'

/** Kinds that can report several events in one mail. */
const REPEATABLE: Readonly<Record<string, ComposeNotice>> = {
  'access-changed': composerOf({
    facts: NOTICE_FACTS['access-changed'],
    subject: 'Your access has changed',
    from: () => null,
    sentence: ({ changedBy }, { company }) => `${changedBy} changed your access at ${company}.`,
    many: {
      summary: (count, { company }) => `your access at ${company} was changed ${count} more times`,
      line: ({ changedBy }) => `by ${changedBy}`,
    },
    rest: (changes, _reader, { publicUrl }) => ({
      opening: differencesOf(changes),
      link: { label: 'Open the portal', url: `${publicUrl}${SCREENS.login}` },
      closing: ['If this is wrong, please tell the helpdesk.'],
    }),
  }),
  'new-sign-in': composerOf({
    facts: NOTICE_FACTS['new-sign-in'],
    subject: (count) =>
      count === 1 ? 'A new sign-in to your account' : `${count} new sign-ins to your account`,
    from: ({ cameFrom }) => cameFrom,
    sentence: ({ browser }, { company }) =>
      `someone signed in to your account at ${company} with ${programOf(browser)}. This is the first sign-in from this device or network.`,
    many: {
      summary: (count, { company }) =>
        `someone signed in to your account at ${company} ${count} times from new devices or networks`,
      line: ({ cameFrom, browser }) => `from the network address ${cameFrom}, with ${programOf(browser)}`,
    },
    rest: ({ length }, reader) => ({
      opening: [`If ${allOf(length)} was you, no action is needed. If it was not, ${reader.advice}`],
      ...reader.link,
      closing: whatToEnd(reader),
    }),
  }),
  'password-set': composerOf({
    facts: NOTICE_FACTS['password-set'],
    subject: 'Your password was changed',
    from: ({ changedFrom }) => changedFrom,
    sentence: ({ isStillSignedIn, hadTokens }, { company }) =>
      `the password of your account at ${company} was changed. You are signed out everywhere${isStillSignedIn ? ' else' : ''}.${hadTokens ? TOKENS_REVOKED : ''}`,
    many: {
      summary: (count, { company }) =>
        `the password of your account at ${company} was changed ${count} more times`,
      line: ({ changedFrom, hadTokens }) =>
        `from the network address ${changedFrom}${hadTokens ? `.${TOKENS_REVOKED}` : ''}`,
    },
    rest: (_events, { hasTokens }, settings) => ({
      opening: ['If that was not you, set a new password now and tell the helpdesk:'],
      link: newPasswordLink(settings),
      closing: hasTokens ? [`Your API tokens still work. ${REVOKE_TOKENS}`] : [],
    }),
  }),
  'sign-in-change': composerOf({
    facts: NOTICE_FACTS['sign-in-change'],
    subject: 'Your sign-in settings changed',
    from: ({ from }) => from,
    sentence: (fact, { company }) => `${changeOf(fact)} at ${company}${byWhom(fact.by)}.`,
    many: {
      summary: (count, { company }) => `your sign-in settings at ${company} changed ${count} more times`,
      line: ({ by, from, ...fact }) =>
        `${changeOf(fact)}${byWhom(by)}${from === null ? '' : `, from the network address ${from}`}`,
    },
    rest: (changes, reader) => ({
      opening: [`If ${allOf(changes.length)} is right, no action is needed. If it is not, ${reader.advice}`],
      ...reader.link,
      closing: closingAfter(changes, reader),
    }),
  }),
}

const SINGLE: Readonly<Record<string, ComposeNotice>> = {
  'throttled-sign-in': composerOf({
    facts: NOTICE_FACTS['throttled-sign-in'],
    subject: 'Too many wrong passwords for your account',
    from: ({ cameFrom }) => cameFrom,
    sentence: (_event, { company }) =>
      `too many wrong passwords were entered for your account at ${company}, so sign-in from there is paused. No one got in.`,
    rest: (_events, { usesPassword }, settings) =>
      usesPassword
        ? {
            opening: ['If that was you, wait a quarter of an hour, or set a new password:'],
            link: newPasswordLink(settings),
            closing: [
              'If it was not you, someone is guessing. No action is needed, but use a password that you use nowhere else.',
              AT_MOST_DAILY,
            ],
          }
        : null,
  }),
  'wrong-codes': composerOf({
    facts: NOTICE_FACTS['wrong-codes'],
    subject: 'Someone may know your password',
    from: ({ cameFrom }) => cameFrom,
    sentence: (_event, { company, mayHavePassword }) =>
      `too many wrong codes were entered for your account at ${company}, by someone who ${mayHavePassword ? 'has your password or ' : ''}is signed in to it. Codes from there are paused for a while. No code was accepted.`,
    rest: (_events, reader) => ({
      opening: [
        `If that was you, wait a quarter of an hour, or use a recovery code. If it was not, ${reader.advice}`,
      ],
      ...reader.link,
      closing: [...whatToEnd(reader), AT_MOST_DAILY],
    }),
  }),
}

/** The mails about what happened to an account, by kind. */
export const accountNotices: Composers<Engines> = Object.fromEntries(
  Object.entries({ ...REPEATABLE, ...SINGLE }).map(([kind, compose]) => [
    kind,
    (world: Engines, waiting: Parameters<ComposeNotice>[1][number]) => compose(world, [waiting]),
  ]),
)

/** The composers for several events in one mail. */
export const accountNoticesTogether: ComposersOfMany<Engines> = REPEATABLE

const allOf = (count: number) => (count === 1 ? 'that' : 'all of that')
const programOf = (browser: string | null) => browser ?? 'an unknown program'
const byWhom = (by: string | null) => (by === null ? '' : ` by ${by}`)

/** The difference between before the first change and after the last. */
function differencesOf(changes: readonly Access[]): string[] {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return []
  const [roles, names] = [
    { before: first.role.before, after: last.role.after },
    { before: first.counties.before, after: last.counties.after },
  ]
  const added = names.after.filter((name) => !names.before.includes(name))
  const removed = names.before.filter((name) => !names.after.includes(name))
  const differences = [
    ...(roles.before === roles.after
      ? []
      : [`You were ${ROLE_NAMES[roles.before]} and are now ${ROLE_NAMES[roles.after]}.`]),
    ...(added.length === 0 ? [] : [`You now belong to ${listed(added)}.`]),
    ...(removed.length === 0 ? [] : [`You no longer belong to ${listed(removed)}.`]),
  ]
  return differences.length === 0 && changes.length > 1
    ? ['After these changes your access is the same as before.']
    : differences
}

/** The owner recognizes a token by its name and ending. */
function changeOf({ change, token }: Pick<SignInChange, 'change' | 'token'>): string {
  return token
    ? `the API token “${token.label}”, which ends in ${token.ending}, was created for your account`
    : SIGN_IN_CHANGES[change]
}

/** What a stranger may still hold: sessions end with a new password by the link, and so do API tokens (R27.26). */
function whatToEnd({ mayHavePassword, hasTokens }: Reader): string[] {
  const ends = 'A new password by this link signs everyone out of your account and revokes your API tokens.'
  if (!hasTokens) return mayHavePassword ? ['A new password signs everyone out of your account.'] : []
  return [...(mayHavePassword ? [ends] : []), REVOKE_TOKENS]
}

/** A reset has already removed the passkeys, so the sentence does not name them. */
function closingAfter(changes: readonly SignInChange[], { mayHavePassword, hasTokens }: Reader): string[] {
  const stays =
    changes.at(-1)?.change === 'factors-reset' ? 'Single sign-on keeps' : 'Passkeys and single sign-on keep'
  const look = `${stays} working: remove unknown ones in your account.`
  const ends = hasTokens
    ? 'A new password by this link signs you out everywhere and revokes your API tokens.'
    : 'A new password signs you out everywhere.'
  return [mayHavePassword ? `${ends} ${look}` : look, ...(hasTokens ? [REVOKE_TOKENS] : [])]
}

/** Such as 'Reeves, Ward, and Winkler'. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}
