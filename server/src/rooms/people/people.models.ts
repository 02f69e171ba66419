import { createHash } from 'node:crypto'
import type { Person as ListedPerson, PersonState } from '@portal/contract/people/people.ts'
import { FIRST_PASSWORD_LIFETIME_MS } from '../../records/accounts/base/links.ts'
import type { World } from '../../records/context.ts'
import { mayActOn, mayEnable, maySendLink, type PeopleManager, type Subject } from './people.policy.ts'
import type { PersonRow } from './people.repository.ts'

export function toSubject({ id, role, counties }: PersonRow): Subject {
  return { id, role, countyIds: counties.map((county) => county.id) }
}

export type Viewer = {
  readonly by: PeopleManager
  readonly now: Date
}

export function viewerOf({ clock }: Pick<World, 'clock'>, by: PeopleManager): Viewer {
  return { by, now: clock.now() }
}

/** Shows a person as the caller may see them. Counties of others stay hidden, so the version leaves them out too. */
export function toPerson(row: PersonRow, { by, now }: Viewer): ListedPerson {
  const { counties: theirs } = by
  const mayChange = mayActOn(by, toSubject(row)) === null
  const known = row.counties.filter(({ id }) => theirs === 'all' || theirs.includes(id))
  return {
    userID: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    counties: known.map(({ id, name }) => ({ CountyID: id, Name: name })),
    state: stateOf(row),
    isLinkOver: isLinkOver(row, now),
    secondFactor: row.hasSecondFactor ? 'on' : 'off',
    hasPasskey: row.hasPasskey,
    lacksSecondFactor: row.lacksSecondFactor,
    lastSignedInAt: row.lastSignedInAt?.toISOString() ?? null,
    addedAt: row.addedAt.toISOString(),
    mayChange,
    maySendLink: !row.isDisabled && maySendLink(by, toSubject(row)) === null,
    mayEnable: row.isDisabled && mayChange && mayEnable(by, row) === null,
    version: versionOf(
      row,
      known.map(({ id }) => id),
    ),
  }
}

function stateOf({ isDisabled, hasWayIn }: PersonRow): PersonState {
  if (isDisabled) return 'disabled'
  return hasWayIn ? 'active' : 'invited'
}

/**
 * Whether an invited person needs a new link. Right after an invitation there is no link, because the mail makes it
 * when it is sent. So a person without a link counts only once the lifetime of a link has passed.
 */
function isLinkOver(row: PersonRow, now: Date): boolean {
  if (stateOf(row) !== 'invited' || row.lastSignedInAt !== null) return false
  const isLong = now.getTime() - row.addedAt.getTime() >= FIRST_PASSWORD_LIFETIME_MS
  return isLong && (row.linkUntil === null || row.linkUntil <= now)
}

/** Covers everything that the people screen can change. */
function versionOf({ role, isDisabled }: PersonRow, countyIds: readonly number[]): string {
  const facts = [role, isDisabled, ...countyIds.toSorted((one, other) => one - other)]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}
