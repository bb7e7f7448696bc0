import { ActionIcon, Button, Tabs } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDeviceFloppy,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { listMaps } from '@stowage/api/maps'
import type { MapObject } from '@stowage/domain/map-object'
import type { PlanMover } from '../../../features/maps/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Mark, useUnsaved } from '../../../ui/index.ts'
import { KeysHelp } from './keys-help.tsx'
import { createPlanStore, isUnsaved } from './model/plan-store.ts'
import { wishFor, type Wish } from './properties/wish.ts'
import { PlanContext, usePlan, usePlanStore } from './use-plan.ts'
import { planDeeds, usePlanKeys } from './use-plan-keys.ts'
import { useSavePlan } from './use-save-plan.ts'
import { Workspace } from './workspace.tsx'
import classes from './plan.module.css'

export type MapFacts = Answer<typeof listMaps>[number]

interface PlanEditorProps {
  readonly stock: { readonly id: string; readonly name: string; readonly timeZone: string }
  readonly maps: readonly MapFacts[]
  readonly mapId: string
  /** null for the first map of a stock, until it is saved. */
  readonly record: MapFacts | null
  readonly objects: readonly MapObject[]
  readonly onMap: (mapId: string) => void
}

/** The editor of one map: state of its own for each, so that undo never reaches into another one. */
export function PlanEditor(props: PlanEditorProps): ReactNode {
  const { objects, record } = props
  const [store] = useState(() => createPlanStore({ objects, version: record?.version ?? 0 }))
  return (
    <PlanContext value={store}>
      <Editor {...props} />
    </PlanContext>
  )
}

function Editor({ stock, maps, mapId, record, onMap }: PlanEditorProps) {
  const t = useTranslations('plan')
  const store = usePlanStore()
  const deeds = useMemo(() => planDeeds(store), [store])
  const [view, setView] = useState<{ mover: PlanMover | null; scale: number }>({ mover: null, scale: 1 })
  const { save, isSaving } = useSavePlan(stock.id, mapId)
  const [isHelp, setHelp] = useState(false)
  const isChanged = usePlan(isUnsaved)
  useUnsaved(isChanged, 'map')
  const [wish, setWish] = useState<Wish | null>(null)
  const onMade = useCallback((object: MapObject) => setWish(wishFor(object)), [])
  usePlanKeys({
    deeds,
    store,
    mover: () => view.mover,
    onSave: save,
    onHelp: () => setHelp(true),
    onOpen: (object) => {
      if (object.type === 'polygon') store.editPath(object.uuid)
      else onMade(object)
    },
  })
  return (
    <div className={classes.editor}>
      <header className={classes.head}>
        <Link to="/" className={classes.mark} aria-label={t('home')}>
          <Mark size={26} />
        </Link>
        <Link
          to="/stocks/$id"
          params={{ id: stock.id }}
          className={classes.back}
          aria-label={t('back', { stock: stock.name })}
        >
          <IconArrowLeft size={20} stroke={1.75} />
        </Link>
        <div className={classes.title}>
          <h1>{t('title', { stock: stock.name })}</h1>
          <Saved record={record} isChanged={isChanged} timeZone={stock.timeZone} />
        </div>
        <Tabs value={mapId} onChange={(next) => next !== null && onMap(next)} className={classes.tabs}>
          <Tabs.List>
            {(maps.length === 0 ? [{ mapId }] : maps).map((map) => (
              <Tabs.Tab key={map.mapId} value={map.mapId}>
                {map.mapId}
                {map.mapId === mapId && isChanged && (
                  <span className={classes.dot} role="img" aria-label={t('unsaved')} />
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <Steps deeds={deeds} />
        <Zoom view={view} />
        <Button leftSection={<IconDeviceFloppy size={18} stroke={1.75} />} loading={isSaving} onClick={save}>
          {t('save')}
        </Button>
      </header>
      <Workspace
        deeds={deeds}
        view={view}
        wish={wish}
        onMade={onMade}
        onView={setView}
        onHelp={() => setHelp(true)}
      />
      <KeysHelp isOpen={isHelp} onClose={() => setHelp(false)} />
    </div>
  )
}

function Saved({
  record,
  isChanged,
  timeZone,
}: {
  readonly record: MapFacts | null
  readonly isChanged: boolean
  readonly timeZone: string
}) {
  const t = useTranslations('plan')
  const format = useFormat()
  const when = record === null ? null : format.shortInstant(record.updated, timeZone)
  return (
    <p className={classes.saved} aria-live="polite">
      {isChanged
        ? t('notSaved')
        : when === null
          ? t('neverSaved')
          : record?.savedBy == null
            ? t('savedAt', { when })
            : t('savedBy', { when, who: record.savedBy })}
    </p>
  )
}

function Steps({ deeds }: { readonly deeds: ReturnType<typeof planDeeds> }) {
  const t = useTranslations('plan')
  const [canUndo, canRedo] = [
    usePlan(({ history }) => history.past.length > 0),
    usePlan(({ history }) => history.future.length > 0),
  ]
  return (
    <div className={classes.group}>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('undo')}
        title={t('undo')}
        disabled={!canUndo}
        onClick={deeds.undo}
      >
        <IconArrowBackUp size={20} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('redo')}
        title={t('redo')}
        disabled={!canRedo}
        onClick={deeds.redo}
      >
        <IconArrowForwardUp size={20} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

function Zoom({ view }: { readonly view: { readonly mover: PlanMover | null; readonly scale: number } }) {
  const t = useTranslations('plan')
  const format = useFormat()
  return (
    <div className={classes.group}>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('zoomOut')}
        onClick={() => view.mover?.zoomBy(0.9)}
      >
        <IconMinus size={18} stroke={1.75} />
      </ActionIcon>
      <button type="button" className={classes.percent} title={t('fit')} onClick={() => view.mover?.fit()}>
        {format.percent(Math.round(view.scale * 100))}
      </button>
      <ActionIcon
        size={36}
        variant="subtle"
        color="gray"
        aria-label={t('zoomIn')}
        onClick={() => view.mover?.zoomBy(1.1)}
      >
        <IconPlus size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
