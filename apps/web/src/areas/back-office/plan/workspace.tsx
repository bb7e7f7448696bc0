import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf, type PlanMover } from '../../../features/maps/index.ts'
import { Canvas } from './canvas/canvas.tsx'
import { ObjectsPanel } from './objects/objects-panel.tsx'
import { createPointerPlace } from './pointer-place.ts'
import { PropertyPanel } from './properties/property-panel.tsx'
import type { Wish } from './properties/wish.ts'
import { StatusBar } from './status-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { usePlanStore } from './use-plan.ts'
import type { PlanDeeds } from './use-plan-keys.ts'
import classes from './plan.module.css'

/** Below this there is no room for a sheet between its panels. */
const narrow = '(max-width: 899px)'

interface WorkspaceProps {
  readonly deeds: PlanDeeds
  readonly view: { readonly mover: PlanMover | null; readonly scale: number }
  readonly onView: (view: { readonly mover: PlanMover | null; readonly scale: number }) => void
  readonly wish: Wish | null
  readonly onMade: (object: MapObject) => void
  readonly onHelp: () => void
}

/** Tools, objects, sheet and properties. In a narrow window the plan is only looked at. */
export function Workspace({ deeds, view, wish, onMade, onView, onHelp }: WorkspaceProps) {
  const t = useTranslations('plan')
  const store = usePlanStore()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const sheet = useRef<HTMLDivElement>(null)
  const [place] = useState(createPointerPlace)
  useEffect(() => {
    if (!isNarrow) return
    store.select([])
    store.setTool('pan')
    return () => store.setTool('select')
  }, [isNarrow, store])
  const show = (object: MapObject): void => {
    view.mover?.reveal(boundsOf(object))
  }
  return (
    <>
      {isNarrow ? (
        <p className={classes.narrow} role="status">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {t('narrow')}
        </p>
      ) : (
        <>
          <Toolbar />
          <ObjectsPanel onChosen={show} onEnter={() => sheet.current?.focus()} />
        </>
      )}
      <Canvas scan={null} sheet={sheet} isLooking={isNarrow} place={place} onMade={onMade} onView={onView} />
      {!isNarrow && (
        <>
          <PropertyPanel deeds={deeds} wish={wish} />
          <StatusBar place={place} onHelp={onHelp} />
        </>
      )}
    </>
  )
}
