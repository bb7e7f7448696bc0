import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDeviceFloppy,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import type { PlanMover } from '../../../features/maps/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { Mark } from '../../../ui/index.ts'
import { BoxesProvider } from './boxes/boxes-context.tsx'
import { HeadButton } from './head-button.tsx'
import { KeysHelp } from './keys-help.tsx'
import { ConflictDialog } from './maps/conflict-dialog.tsx'
import { MapDialogs, type MapDialog } from './maps/map-dialogs.tsx'
import { MapMenu } from './maps/map-menu.tsx'
import { MapTabs } from './maps/map-tabs.tsx'
import { useMapSession, type MapFacts } from './maps/session.ts'
import { useKeptDraft } from './maps/use-draft.ts'
import { useMapDeeds } from './maps/use-map-deeds.ts'
import { useSaveMap } from './maps/use-save-map.ts'
import { useScan } from './maps/use-scan.ts'
import { firstMap } from './model/open-maps.ts'
import { isUnsaved, type PlanStore } from './model/plan-store.ts'
import { wishFor, type Wish } from './properties/wish.ts'
import { PlanContext, usePlan, usePlanStore } from './use-plan.ts'
import { planDeeds, takeTool, usePlanKeys } from './use-plan-keys.ts'
import { Workspace } from './workspace.tsx'
import classes from './plan.module.css'

/** Below this there is no room for a sheet between its panels. */
const narrow = '(max-width: 899px)'

/** The editor of one map: state of its own for each, so that undo never reaches into another one. */
export function PlanEditor({ store }: { readonly store: PlanStore }): ReactNode {
  return (
    <PlanContext value={store}>
      <Session />
    </PlanContext>
  )
}

function Session() {
  const { stock, mapId } = useMapSession()
  return (
    <BoxesProvider stockId={stock.id} mapId={mapId}>
      <Editor />
    </BoxesProvider>
  )
}

function Editor() {
  const t = useTranslations('plan')
  const { stock, record } = useMapSession()
  const store = usePlanStore()
  const deeds = useMemo(() => planDeeds(store), [store])
  const [view, setView] = useState<{ mover: PlanMover | null; scale: number }>({ mover: null, scale: 1 })
  const [dialog, setDialog] = useState<MapDialog | null>(null)
  const saving = useSaveMap()
  const mapDeeds = useMapDeeds()
  const scan = useScan()
  const [isHelp, setHelp] = useState(false)
  const isChanged = usePlan(isUnsaved)
  const [wish, setWish] = useState<Wish | null>(null)
  const onMade = useCallback((object: MapObject) => setWish(wishFor(object)), [])
  useKeptDraft(store, stock.id, record?.id ?? firstMap)
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const sheet = useRef<HTMLDivElement>(null)
  const drawing = { store, mover: () => view.mover, toSheet: () => sheet.current?.focus() }
  usePlanKeys({
    ...drawing,
    deeds,
    isLooking: isNarrow,
    newText: t('newText'),
    onSave: saving.save,
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
        <MapTabs deeds={mapDeeds} onAdd={() => setDialog('add')} onRename={() => setDialog('rename')} />
        <Steps deeds={deeds} />
        <Zoom view={view} />
        <MapMenu deeds={mapDeeds} onOpen={setDialog} />
        <Button
          leftSection={<IconDeviceFloppy size={18} stroke={1.75} />}
          loading={saving.isSaving}
          onClick={saving.save}
        >
          {t('save')}
        </Button>
      </header>
      <Workspace
        isNarrow={isNarrow}
        sheet={sheet}
        onKeyTool={(tool, given) => takeTool(tool, drawing, given)}
        deeds={deeds}
        scan={scan.scan}
        view={view}
        wish={wish}
        onMade={onMade}
        onView={setView}
        onHelp={() => setHelp(true)}
        hasScan={record?.background != null}
        onScan={() => setDialog('scan')}
      />
      <KeysHelp isOpen={isHelp} onClose={() => setHelp(false)} />
      <MapDialogs
        dialog={dialog}
        deeds={mapDeeds}
        scan={scan}
        onFirstSave={saving.saveFirst}
        onClose={() => setDialog(null)}
      />
      <ConflictDialog saving={saving} />
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
      <HeadButton label={t('undo')} icon={IconArrowBackUp} isOff={!canUndo} onClick={deeds.undo} />
      <HeadButton label={t('redo')} icon={IconArrowForwardUp} isOff={!canRedo} onClick={deeds.redo} />
    </div>
  )
}

function Zoom({ view }: { readonly view: { readonly mover: PlanMover | null; readonly scale: number } }) {
  const t = useTranslations('plan')
  const format = useFormat()
  const zoom = (factor: number) => () => view.mover?.zoomBy(factor)
  return (
    <div className={classes.group}>
      <HeadButton label={t('zoomOut')} icon={IconMinus} onClick={zoom(0.9)} />
      <button type="button" className={classes.percent} title={t('fit')} onClick={() => view.mover?.fit()}>
        {format.percent(Math.round(view.scale * 100))}
      </button>
      <HeadButton label={t('zoomIn')} icon={IconPlus} onClick={zoom(1.1)} />
    </div>
  )
}
