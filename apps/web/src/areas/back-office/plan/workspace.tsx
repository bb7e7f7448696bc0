import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf, type PlanMover } from '../../../features/maps/index.ts'
import { BoxOfChosen } from './boxes/box-of-chosen.tsx'
import { BoxesPanel } from './boxes/boxes-panel.tsx'
import { GridPanel } from './boxes/grid-panel.tsx'
import { GridPreview } from './boxes/grid-preview.tsx'
import { useGrid } from './boxes/use-grid.ts'
import { useDroppedBox } from './boxes/use-place-box.ts'
import { Canvas } from './canvas/canvas.tsx'
import type { Scan } from './canvas/layers.tsx'
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
  readonly scan: Scan | null
  readonly view: { readonly mover: PlanMover | null; readonly scale: number }
  readonly onView: (view: { readonly mover: PlanMover | null; readonly scale: number }) => void
  readonly wish: Wish | null
  readonly onMade: (object: MapObject) => void
  readonly onHelp: () => void
}

/** Tools, objects, sheet and properties. In a narrow window the plan is only looked at. */
export function Workspace({ deeds, scan, view, wish, onMade, onView, onHelp }: WorkspaceProps) {
  const t = useTranslations('plan')
  const store = usePlanStore()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const sheet = useRef<HTMLDivElement>(null)
  const [place] = useState(createPointerPlace)
  const grid = useGrid()
  const dropped = useDroppedBox()
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
          <div className={classes.left}>
            <ObjectsPanel onChosen={show} onEnter={() => sheet.current?.focus()} />
            <BoxesPanel mover={view.mover} />
          </div>
        </>
      )}
      <Canvas
        scan={scan}
        sheet={sheet}
        isLooking={isNarrow}
        place={place}
        onMade={onMade}
        onArea={grid.setArea}
        {...dropped}
        overlay={<GridPreview grid={grid} />}
        onView={onView}
      />
      {!isNarrow && (
        <>
          {grid.plan === null ? (
            <PropertyPanel deeds={deeds} wish={wish}>
              <BoxOfChosen />
            </PropertyPanel>
          ) : (
            <GridPanel grid={grid} />
          )}
          <StatusBar place={place} onHelp={onHelp} />
        </>
      )}
    </>
  )
}
