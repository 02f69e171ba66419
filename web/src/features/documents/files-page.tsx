import { MAX_SORTED } from '@portal/contract/files/list-orders.ts'
import { exportUploads } from '@portal/contract/files/export-uploads.ts'
import type { Upload } from '@portal/contract/files/files.ts'
import { isProblem, parseQuery } from '@portal/contract/search/query.ts'
import { useMemo, useRef, type ComponentType } from 'react'
import { Link } from 'react-router'
import { columnsFor, exportedColumns } from './columns/all-columns.ts'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { needsSorting } from './columns/sort.ts'
import { useColumns } from './columns/use-columns.ts'
import { useViews } from './views/use-views.ts'
import { ViewTabs } from './views/view-tabs.tsx'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { countyText, fullCountyName, hasNoCounty, NO_COUNTY } from '../../lib/county-text.ts'
import { PATHS } from '../../lib/paths.ts'
import type { SelectionBarProps } from '../../lib/selection/selection-bar-props.ts'
import { rememberScope, useScopeName } from '../../lib/scope.ts'
import { useSession } from '../../lib/session.ts'
import type { FoundOwners } from '../../lib/search.queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { KeysHelp } from '../../ui/keys-help.tsx'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useViewedDocument } from '../../ui/use-viewed-document.ts'
import { DeleteNotice } from './delete-notice.tsx'
import { FilesTable, useNewFiles } from './files-table.tsx'
import { FilesFilters, SearchSummary } from './files-filters.tsx'
import { rangeText, searchedText } from './files.models.ts'
import classes from './files.module.css'
import { fromParameters, toParameters } from './list-parameters.ts'
import { useListSelection } from './selecting/use-list-selection.ts'
import { useSelectionKeys } from '../../lib/selection/use-selection-keys.ts'
import { useDelete } from './use-delete.ts'
import { useEditQueue } from './use-edit-queue.ts'
import { useOffers } from './offers.ts'
import { useFilesScreen, useListLookups, type FilesScreen } from './use-files-screen.ts'
import { KEYS, useRowKeys } from './use-row-keys.ts'

export type EditDialogProps = {
  readonly document: Upload
  /** The document below it in the list; null at the end of the page. */
  readonly next: Upload | null
  readonly onNext: () => void
  readonly onClose: () => void
  /** Called after a save, full or partial. */
  readonly onSaved: () => void
}

type FoundOwnersProps = { readonly owners: FoundOwners }

type Props = {
  /** A document beside the list. */
  readonly documentPanel: ComponentType<DocumentPanelProps>
  /** What may be done with the selected files. */
  readonly selectionBar: ComponentType<SelectionBarProps>
  /** The owners that a search names. */
  readonly foundOwners: ComponentType<FoundOwnersProps>
  /** The edit dialog, for users who may edit. The app passes it in, because features do not import each other. */
  readonly editDialog: ComponentType<EditDialogProps>
}

/** /home: the documents list. */
export function FilesPage({
  editDialog: EditDialog,
  documentPanel: DocumentPanel,
  foundOwners: OwnersLine,
  selectionBar: SelectionBar,
}: Props) {
  const screen = useFilesScreen()
  const lookups = useListLookups()
  const { shown, place, list, reload } = screen
  const deletion = useDelete({ onUndo: place.awaitKey, onSettled: reload })
  const editing = useEditQueue({ rows: shown?.page.files, place, onSaved: reload })
  const newFiles = useNewFiles()
  const results = useRef<HTMLHeadingElement>(null)
  const searched = shown ? searchedText(shown.of.q, shown.page.search) : screen.state.q
  const marks = useMemo(() => marksOf(searched), [searched])
  const viewed = useViewedDocument(shown?.page.files, list)
  const offers = useOffers()
  const selecting = useListSelection(screen, lookups)
  useSelectionKeys({ selection: selecting?.selection ?? null, viewed: viewed.fileId })
  useRowKeys({ rows: shown?.page.files, onEdit: offers.edit && viewed.fileId === null ? editing.open : null })
  const columns = useColumns(columnsFor(offers), screen.state.saved)
  const views = useViews(screen.state)
  const hasFilters = screen.codec.filters(screen.state).length > 0
  const totalPages = shown?.page.totalPages ?? null
  return (
    <ListScreen
      screen={screen}
      title="Documents"
      aside={<Aside />}
      label="Documents list"
      className={classes.list}
      loading="Loading records..."
      above={
        <>
          <ViewTabs views={views} state={screen.state} />
          <FilesFilters
            screen={screen}
            lookups={lookups}
            tools={
              <>
                <ExportMenu
                  endpoint={exportUploads}
                  query={toParameters(screen.state)}
                  shownColumns={exportedColumns(columns.choices)}
                />
                <ColumnChooser columns={columns} />
              </>
            }
            onFolded={() => {
              results.current?.focus({ preventScroll: true })
              list.current?.scrollIntoView({ block: 'start' })
            }}
          />
          <SearchSummary screen={screen} owners={<OwnersLine owners={shown?.page.owners ?? NO_OWNERS} />} />
          <h2 ref={results} tabIndex={-1} className="for-screen-readers">
            Results
          </h2>
        </>
      }
      extent={shown ? rangeText(rangeOf(shown)) : ''}
      extentWhileLoading={loadingText(screen)}
      count={shown && shown.page.files.length}
      table={
        shown && (
          <FilesTable
            files={shown.page.files}
            search={searched}
            lookups={lookups}
            columns={columns}
            order={screen.state.order}
            onOrder={(order) => screen.narrow({ order })}
            newFiles={newFiles}
            isStale={screen.isOlder && screen.isLoading}
            onDelete={deletion.ask}
            onEdit={editing.open}
            onUnopenable={deletion.tell}
            onPreview={viewed.open}
            viewed={viewed.fileId}
            selection={selecting?.selection ?? null}
          />
        )
      }
      nothing={{
        all: 'No records found',
        action: hasFilters ? <ClearLink onClear={() => list.current?.focus()} /> : <WhyNothing />,
      }}
      steps={
        totalPages !== null && (
          <Pager page={screen.state.page} totalPages={totalPages} onPage={(page) => screen.turn({ page })} />
        )
      }
    >
      <DeleteNotice deletion={deletion} />
      <ConfirmDialog
        opened={deletion.asked !== null}
        title={`Delete file ${deletion.asked?.FileID}`}
        question="Are you sure you want to delete this?"
        subject={deletion.asked?.FileName}
        onYes={deletion.confirm}
        onNo={deletion.decline}
      />
      {viewed.fileId !== null && (
        <DocumentPanel
          fileId={viewed.fileId}
          marks={marks}
          previous={viewed.previous}
          next={viewed.next}
          onGo={viewed.open}
          onEdit={offers.edit ? editing.open : null}
          onRestore={null}
          onChanged={reload}
          onClose={viewed.close}
        />
      )}
      {selecting && (
        <SelectionBar
          {...selecting}
          rows={shown?.page.files ?? []}
          countyId={screen.state.county}
          onShow={(filter) => screen.narrow(fromParameters(filter))}
          onChanged={reload}
        />
      )}
      {editing.edited !== null && (
        <EditDialog
          document={editing.edited}
          next={editing.next}
          onNext={editing.openNext}
          onClose={editing.close}
          onSaved={editing.saved}
        />
      )}
    </ListScreen>
  )
}

const NO_OWNERS: FoundOwners = []
const NO_MARKS: readonly string[] = []

/** The words that a search marks in the preview. */
function marksOf(search: string): readonly string[] {
  const query = parseQuery(search)
  if (isProblem(query)) return NO_MARKS
  return query.terms
    .filter(({ isExcluded, field }) => !isExcluded && field === null)
    .flatMap(({ text }) => text.split(/\s+/u))
}

type Shown = NonNullable<FilesScreen['shown']>

function rangeOf({ page: { files, total, hasMore }, of: { page } }: Shown) {
  return { page, shown: files.length, total, hasMore }
}

/** From so many documents on, an order without an index takes a noticeable time. More than MAX_SORTED are refused. */
const MANY_TO_SORT = 5000

function loadingText({ state: { order }, shown }: FilesScreen): string {
  const total = shown?.page.total ?? 0
  if (!needsSorting(order) || total < MANY_TO_SORT || total > MAX_SORTED) return 'Loading records...'
  return `Sorting ${total.toLocaleString('en-US')} documents takes a moment...`
}

function WhyNothing() {
  return hasNoCounty(useSession()) && <p>{NO_COUNTY}</p>
}

/** A link to the list without filters. */
function ClearLink({ onClear }: { readonly onClear: () => void }) {
  const session = useSession()
  const clear = () => {
    rememberScope(session, null)
    onClear()
  }
  return (
    <Link to={PATHS.documents} className={buttonClass('plain')} onClick={clear}>
      Clear filters
    </Link>
  )
}

/** Next to the heading: the user's county and the shortcut keys. */
function Aside() {
  const session = useSession()
  const scope = useScopeName()
  const county = scope === null ? countyText(session) : fullCountyName(scope)
  return (
    <div className={classes.aside}>
      {county !== null && <span className={classes.county}>{county}</span>}
      <KeysHelp keys={KEYS} />
    </div>
  )
}
