import { READS_ONLY } from '@portal/contract/access/rights-errors.ts'
import { IconChevronRight, IconFiles, IconTrash, IconUpload, IconUsers, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { Link } from 'react-router'
import { hasNoCounty, NO_COUNTY, countyText } from '../../lib/county-text.ts'
import { PATHS } from '../../lib/paths.ts'
import { may } from '../../lib/rights.ts'
import { useSession } from '../../lib/session.ts'
import { ClosedCountiesNotice } from '../../ui/closed-counties-notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ContinueLink } from './continue-link.tsx'
import classes from './landing.module.css'
import type { Session } from '@portal/contract/sign-in/sign-in.ts'

type Props = {
  /** Receives files dropped here. The app passes them to the upload form, which is another feature. */
  readonly onFilesDropped: (files: readonly File[]) => void
  /** The line about unfinished uploads; it may load late. */
  readonly unfinished: ReactNode
}

/** /landing: the start page. Files dropped on it go to the upload form. */
export function LandingPage({ onFilesDropped, unfinished }: Props) {
  const session = useSession()
  const mayAdd = may(session, 'documents.add')
  const { getRootProps, isDragActive } = useDropToUpload(onFilesDropped, !mayAdd)
  return (
    <div {...getRootProps()} className={classes.page} data-dropping={isDragActive || undefined}>
      <PageHeading>{scopeText(session)}</PageHeading>
      {hasNoCounty(session) && <p className={classes.said}>{NO_COUNTY}</p>}
      {mayAdd && <ClosedCountiesNotice />}
      <ContinueLink className={classes.continue} />
      {mayAdd ? <UploadLink /> : <p className={classes.said}>{READS_ONLY.sentence}</p>}
      <div className={classes.cards}>
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
      </div>
      {mayAdd && (
        <div className={classes.foot}>
          <div className={classes.unfinished}>{unfinished}</div>
          <BinLink />
        </div>
      )}
    </div>
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
      <IconChevronRight aria-hidden size={20} className={classes.cardArrow} />
    </Link>
  )
}

/** The heading of the start page: the documents in the user's scope. */
export function scopeText(session: Pick<Session, 'isAdmin' | 'countyName' | 'counties'>): string {
  if (session.isAdmin) return 'All counties'
  return countyText(session) ?? 'Your documents'
}
