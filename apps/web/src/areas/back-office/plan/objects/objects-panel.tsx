import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { useFormat } from '../../../../i18n/index.ts'
import { rowsOf, type ObjectGroup } from '../model/object-rows.ts'
import { usePlan } from '../use-plan.ts'
import { ObjectTree } from './object-tree.tsx'
import classes from './objects.module.css'

interface ObjectsPanelProps {
  /** An object was chosen in the list: the sheet shows it. */
  readonly onChosen: (object: MapObject) => void
  /** Enter: the keys go to the sheet, where arrows move what is chosen. */
  readonly onEnter: () => void
  /** What has to be said about all of them, above the list. */
  readonly children?: ReactNode
}

/** Every object of the map in groups (picture 20, left); for the keyboard the way to choose one. */
export function ObjectsPanel({ onChosen, onEnter, children }: ObjectsPanelProps) {
  const t = useTranslations('plan.objects')
  const format = useFormat()
  const objects = usePlan((state) => state.objects)
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<ObjectGroup>>(new Set(['walls', 'labels', 'other']))
  const wanted = useDeferredValue(search)
  const seen = useDeferredValue(objects)
  const rows = useMemo(() => {
    const alphabet = new Intl.Collator(document.documentElement.lang, { numeric: true })
    // A map without boxes has nothing else to show.
    const isOpen = (group: ObjectGroup): boolean => !closed.has(group)
    return rowsOf(seen, wanted, isOpen, alphabet.compare)
  }, [seen, wanted, closed])
  return (
    <aside className={classes.panel} aria-label={t('title')}>
      <div className={classes.top}>
        <h2>
          {t('title')} <span>{format.number(objects.length)}</span>
        </h2>
        <TextInput
          size="sm"
          type="text"
          inputMode="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setSearch('')
          }}
        />
        {children}
      </div>
      {rows.length === 0 ? (
        <p className={classes.none}>{search === '' ? t('empty') : t('notFound')}</p>
      ) : (
        <ObjectTree
          rows={rows}
          onChosen={onChosen}
          onEnter={onEnter}
          onOpen={(group, isOpen) => {
            const next = new Set(closed)
            if (isOpen) next.delete(group)
            else next.add(group)
            setClosed(next)
          }}
        />
      )}
    </aside>
  )
}
