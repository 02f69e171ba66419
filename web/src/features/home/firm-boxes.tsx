import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFolderX,
  IconMail,
  IconShieldX,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { now } from '../../lib/clock.ts'
import { useConfig } from '../../lib/config.ts'
import { NOTHING } from '../../lib/format.ts'
import { PATHS } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Box, BoxRow, BoxRows } from './box.tsx'
import { ageText, count, countOf, DESK_LISTS, listPath } from './start-texts.ts'
import type { StartPart } from './start.queries.ts'
import classes from './box.module.css'

/** A list of documents on the desk. `documents` is null if counting took too long. */
export type DeskLine = {
  readonly key: string
  readonly name: string
  readonly path: string
  readonly documents: number | null
  readonly isExact: boolean
  readonly oldestAt: string | null
}

type DeskProps = { readonly part: StartPart<'desk'>; readonly views: readonly DeskLine[] }

/** What the firm works through: the user's saved views, then the usual lists (R7.151). */
export function DeskBox({ part, views }: DeskProps) {
  const county = useScope()
  const usual = part.map((view) => {
    const { name, filters } = DESK_LISTS[view.key]
    return { ...view, name, path: listPath({ ...filters, county }) }
  })
  return (
    <Box title="Your desk">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">List</th>
            <th scope="col" className={classes.number}>
              Documents
            </th>
            <th scope="col" className={classes.notOnPhone}>
              Oldest
            </th>
            <th scope="col">
              <span className="for-screen-readers">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {[...views, ...usual].map((line) => (
            <DeskRow key={line.key} line={line} />
          ))}
        </tbody>
      </table>
    </Box>
  )
}

function DeskRow({ line: { name, path, documents, isExact, oldestAt } }: { readonly line: DeskLine }) {
  const { timeZone } = useConfig()
  const age = oldestAt === null ? null : ageText(oldestAt, now(), timeZone)
  return (
    <tr>
      <th scope="row">
        <Link to={path}>
          <bdi>{name}</bdi>
        </Link>
        {age !== null && (
          <span className={classes.onPhone}>
            <br />
            oldest: {age}
          </span>
        )}
      </th>
      <td className={classes.number}>{deskCountText(documents, isExact)}</td>
      <td className={classes.notOnPhone}>{age ?? NOTHING}</td>
      <td className={classes.number}>
        {documents !== 0 && (
          <Link
            to={`${path}${path.includes('?') ? '&' : '?'}view=first`}
            aria-label={`Work through: ${name}`}
            className={`${buttonClass('plain')} ${classes.action}`}
          >
            Work through
          </Link>
        )}
      </td>
    </tr>
  )
}

function deskCountText(documents: number | null, isExact: boolean): string {
  if (documents === null) return NOTHING
  return isExact ? count(documents) : `at least ${count(documents)}`
}

type Waiting = {
  readonly icon: Icon
  readonly of: StartPart<'waiting'>['mails']
  readonly thing: string
  readonly rest: string
  readonly action?: { readonly to: string; readonly text: string; readonly label: string }
}

/** What an administrator must decide, with one button each. */
export function WaitingBox({
  part: { mails, virusChecks, droppedFiles },
}: {
  readonly part: StartPart<'waiting'>
}) {
  const rows: readonly Waiting[] = [
    {
      icon: IconMail,
      of: mails,
      thing: 'e-mail',
      rest: 'that the portal could not file',
      action: { to: PATHS.mailbox, text: 'Decide', label: 'Decide on e-mails' },
    },
    {
      icon: IconShieldX,
      of: virusChecks,
      thing: 'virus check',
      rest: '',
      action: { to: PATHS.virusChecks, text: 'Open', label: 'Open virus checks' },
    },
    {
      icon: IconFolderX,
      of: droppedFiles,
      thing: 'file',
      rest: 'of the drop folder, refused or changed after filing',
      action: { to: PATHS.dropFolder, text: 'Open', label: 'Open the drop folder' },
    },
  ]
  const open = rows.filter(({ of }) => of !== null && of.count > 0)
  const total = (mails?.count ?? 0) + (virusChecks?.count ?? 0) + (droppedFiles?.count ?? 0)
  return (
    <Box title="Waits for a decision" count={total}>
      <BoxRows>
        {open.length === 0 && (
          <BoxRow icon={IconCircleCheck} look="done">
            Nothing waits.
          </BoxRow>
        )}
        {open.map((row) => (
          <WaitingRow key={row.thing} {...row} />
        ))}
      </BoxRows>
    </Box>
  )
}

function WaitingRow({ icon, of, thing, rest, action }: Waiting) {
  const { timeZone } = useConfig()
  const oldest = of?.oldestAt ?? null
  return (
    <BoxRow
      icon={icon}
      look="urgent"
      detail={oldest === null ? undefined : `oldest: ${ageText(oldest, now(), timeZone)}`}
      action={action}
    >
      <strong>{countOf(of?.count ?? 0, thing)}</strong> {rest}
    </BoxRow>
  )
}

/** How many warnings it shows; System status has them all. */
const MAX_WARNINGS = 4

/** The warnings of *System status*, each with what to do. */
export function SystemBox({ part: { isReady, warnings } }: { readonly part: StartPart<'system'> }) {
  const more = warnings.length - MAX_WARNINGS
  return (
    <Box title="System" count={warnings.length} link={{ to: PATHS.state, text: 'System status' }}>
      <BoxRows>
        {!isReady && (
          <BoxRow icon={IconAlertTriangle} look="urgent">
            <strong>The portal does not work as it should.</strong>
          </BoxRow>
        )}
        {isReady && warnings.length === 0 && (
          <BoxRow icon={IconCircleCheck} look="done">
            The portal works.
          </BoxRow>
        )}
        {warnings.slice(0, MAX_WARNINGS).map(({ text, advice, screen }) => (
          <BoxRow
            key={text}
            icon={IconAlertTriangle}
            look="urgent"
            detail={advice === null ? undefined : plain(advice)}
            action={
              screen === null ? undefined : { to: PATHS[screen], text: 'Open', label: `Open: ${plain(text)}` }
            }
          >
            {plain(text)}
          </BoxRow>
        ))}
        {more > 0 && <BoxRow icon={IconAlertTriangle}>{countOf(more, 'more warning')}</BoxRow>}
      </BoxRows>
    </Box>
  )
}

/** A sentence of the server without the marks of commands. */
const plain = (text: string) => text.replaceAll('`', '')
