import { IconChevronDown, IconFilter, IconRefresh } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FilterForm } from './filter-form.tsx'
import classes from './files.module.css'
import { countFilters } from './list-address.ts'
import type { FilesScreen, ListLookups } from './use-files-screen.ts'

type Props = { readonly screen: FilesScreen; readonly lookups: ListLookups }

/** The collapsible panel of filters; what is chosen in it counts once it is applied. */
export function FilesFilters({ screen, lookups }: Props) {
  const applied = countFilters(screen.address.filters)
  const [isOpen, setIsOpen] = useState(applied > 0)
  const panel = useId()
  return (
    <section className={classes.filters} aria-label="Filters">
      <div className={classes.filterBar}>
        <button
          type="button"
          className={classes.filterToggle}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconFilter aria-hidden size={17} />
          Add Filters
          <IconChevronDown aria-hidden size={16} className={classes.chevron} />
        </button>
        <span className={classes.applied}>{applied > 0 && `${applied} applied`}</span>
        <Button onClick={screen.refresh}>
          <IconRefresh aria-hidden size={16} />
          Refresh
        </Button>
      </div>
      <div id={panel} hidden={!isOpen}>
        <FilterForm screen={screen} lookups={lookups} />
      </div>
    </section>
  )
}
