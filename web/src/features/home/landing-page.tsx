import { READS_ONLY } from '@portal/contract/access/rights-errors.ts'
import { IconFiles, IconTrash, IconUpload, IconUsers, type Icon } from '@tabler/icons-react'
import { useDropzone } from 'react-dropzone'
import { Link } from 'react-router'
import { now } from '../../lib/clock.ts'
import { useConfig } from '../../lib/config.ts'
import { countyText, fullCountyName, hasNoCounty, NO_COUNTY } from '../../lib/county-text.ts'
import { PATHS } from '../../lib/paths.ts'
import { may } from '../../lib/rights.ts'
import { useScopeName } from '../../lib/scope.ts'
import { useSession } from '../../lib/session.ts'
import { ClosedCountiesNotice } from '../../ui/closed-counties-notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { UnfinishedWork } from './clerk-boxes.tsx'
import { ContinueLink } from './continue-link.tsx'
import type { DeskLine } from './firm-boxes.tsx'
import { StartBoxes } from './start-boxes.tsx'
import { todayText } from './start-texts.ts'
import classes from './landing.module.css'
import type { Session } from '@portal/contract/sign-in/sign-in.ts'

type Props = {
  /** Receives files dropped here. The app passes them to the upload form, which is another feature. */
  readonly onFilesDropped: (files: readonly File[]) => void
  /** What the user has begun to upload; undefined until it is known. */
  readonly unfinished: UnfinishedWork | undefined
  /** The user's saved views for the desk; undefined until they are known. */
  readonly views: readonly DeskLine[] | undefined
}

/** /landing: the start page. Files dropped on it go to the upload form. */
export function LandingPage({ onFilesDropped, unfinished, views }: Props) {
  const session = useSession()
  const { timeZone } = useConfig()
  const mayAdd = may(session, 'documents.add')
  const { getRootProps, isDragActive } = useDropToUpload(onFilesDropped, !mayAdd)
  return (
    <div {...getRootProps()} className={classes.page} data-dropping={isDragActive || undefined}>
      <PageHeading aside={<span className={classes.today}>{todayText(now(), timeZone)}</span>}>
        {scopeText(session, useScopeName())}
      </PageHeading>
      {hasNoCounty(session) && <p className={classes.said}>{NO_COUNTY}</p>}
      {mayAdd && <ClosedCountiesNotice />}
      <ContinueLink className={classes.continue} />
      {!mayAdd && <p className={classes.said}>{READS_ONLY.sentence}</p>}
      <Ways mayAdd={mayAdd} />
      <StartBoxes unfinished={unfinished} views={views} />
    </div>
  )
}

/** The links of the specification in one row (section 2). They never wait for a call. */
function Ways({ mayAdd }: { readonly mayAdd: boolean }) {
  return (
    <nav aria-label="Start" className={classes.ways} data-adds={mayAdd || undefined}>
      {mayAdd && <UploadLink />}
      <Card
        path={PATHS.documents}
        icon={IconFiles}
        title="Manage Documents"
        text="Browse, filter and manage uploaded files"
      />
      <Card
        path={PATHS.ownerDetails}
        icon={IconUsers}
        title="Owners"
        text="View owner details and related information"
      />
      {mayAdd && <BinLink />}
    </nav>
  )
}

function UploadLink() {
  return (
    <Link to={PATHS.upload} className={classes.upload}>
      <IconUpload aria-hidden size={26} stroke={1.6} />
      Upload a document, Click here
    </Link>
  )
}

function BinLink() {
  return (
    <Link to={PATHS.recycleBin} className={classes.bin} aria-label="Recycle Bin" title="Recycle Bin">
      <IconTrash aria-hidden size={24} stroke={1.6} />
    </Link>
  )
}

function useDropToUpload(onFilesDropped: Props['onFilesDropped'], disabled: boolean) {
  return useDropzone({
    disabled,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => onFilesDropped([...accepted, ...rejected.map(({ file }) => file)]),
  })
}

type CardProps = { readonly path: string; readonly icon: Icon; readonly title: string; readonly text: string }

function Card({ path, icon: CardIcon, title, text }: CardProps) {
  return (
    <Link to={path} className={classes.card}>
      <CardIcon aria-hidden size={30} stroke={1.4} className={classes.cardIcon} />
      <span className={classes.cardWords}>
        <span className={classes.cardTitle}>{title}</span>
        <span className={classes.cardText}>{text}</span>
      </span>
    </Link>
  )
}

/** The heading of the start page: the documents in the user's scope, or the county that they work for. */
export function scopeText(
  session: Pick<Session, 'isAdmin' | 'countyName' | 'counties'>,
  chosen: string | null,
): string {
  if (session.isAdmin) return 'All counties'
  return chosen === null ? (countyText(session) ?? 'Your documents') : fullCountyName(chosen)
}
