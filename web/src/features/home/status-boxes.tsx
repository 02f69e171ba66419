import { STATUS, STATUS_TEXT, STATUSES_BY_PRIORITY, type StatusId } from '@portal/contract/files/status.ts'
import type { StatusCounts } from '@portal/contract/start/start.ts'
import { Link } from 'react-router'
import { NOTHING } from '../../lib/format.ts'
import { useScope } from '../../lib/scope.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Box } from './box.tsx'
import { count, countiesText, listPath } from './start-texts.ts'
import type { StartPart } from './start.queries.ts'
import classes from './box.module.css'

type Props = { readonly year: number; readonly part: StartPart<'byStatus'> }

const COUNT_OF: Readonly<Record<StatusId, keyof StatusCounts>> = {
  1: 'new',
  2: 'completed',
  3: 'inProgress',
  4: 'needsMoreInfo',
}

const sum = (counts: StatusCounts) =>
  STATUSES_BY_PRIORITY.reduce((total, id) => total + counts[COUNT_OF[id]], 0)

/** How many documents of the appraisal year have each status; each number leads to its list. */
export function StatusBox({ year, part: { all } }: Props) {
  const county = useScope()
  return (
    <Box title="Where things stand" note={String(year)}>
      <dl className={classes.sums}>
        <div>
          <dt>Received</dt>
          <dd>
            <Number value={sum(all)} to={listPath({ year, county })} label="received" />
          </dd>
        </div>
        {STATUSES_BY_PRIORITY.map((id) => (
          <div key={id}>
            <dt>
              <StatusBadge statusId={id} text={STATUS_TEXT[id]} />
            </dt>
            <dd>
              <Number
                value={all[COUNT_OF[id]]}
                to={listPath({ status: id, year, county })}
                label={STATUS_TEXT[id]}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}

/** The same for each county, with the most new documents first. */
export function CountiesBox({ year, part: { all, counties, countyTotal } }: Props) {
  const county = useScope()
  return (
    <Box title="Where things stand" note={countiesText({ year, shown: counties.length, countyTotal })}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">County</th>
            <th scope="col" className={WIDE_NUMBER}>
              Received
            </th>
            {STATUSES_BY_PRIORITY.map((id) => (
              <th key={id} scope="col" className={classOf(id)}>
                {STATUS_TEXT[id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counties.map(({ CountyID, CountyName, ...counts }) => (
            <CountsRow key={CountyID} name={CountyName} {...{ counts, year, county: CountyID }} />
          ))}
        </tbody>
        {countyTotal > 1 && (
          <tfoot>
            <CountsRow name="All" {...{ counts: all, year, county }} />
          </tfoot>
        )}
      </table>
    </Box>
  )
}

/** A phone shows only what is still open. */
const WIDE_NUMBER = `${classes.number} ${classes.notOnPhone}`

function classOf(id: StatusId): string | undefined {
  if (id === STATUS.completed) return WIDE_NUMBER
  return id === STATUS.needMoreInfo ? `${classes.number} ${classes.lastOnPhone}` : classes.number
}

type RowProps = {
  readonly name: string
  readonly counts: StatusCounts
  readonly year: number
  readonly county: number | null
}

function CountsRow({ name, counts, year, county }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={WIDE_NUMBER}>
        <Number value={sum(counts)} to={listPath({ year, county })} label={`received, ${name}`} />
      </td>
      {STATUSES_BY_PRIORITY.map((id) => (
        <td key={id} className={classOf(id)}>
          <Number
            value={counts[COUNT_OF[id]]}
            to={listPath({ status: id, year, county })}
            label={`${STATUS_TEXT[id]}, ${name}`}
          />
        </td>
      ))}
    </tr>
  )
}

/** A number that leads to its list; a dash for none. */
function Number({
  value,
  to,
  label,
}: {
  readonly value: number
  readonly to: string
  readonly label: string
}) {
  if (value === 0) return NOTHING
  return (
    <Link to={to} aria-label={`${count(value)} ${label}`}>
      {count(value)}
    </Link>
  )
}
