import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf, type PlanMover } from '../../../features/maps/index.ts'
import { Begin } from './begin.tsx'
import { BoxOfChosen } from './boxes/box-of-chosen.tsx'
import { BoxesPanel } from './boxes/boxes-panel.tsx'
import { GridPanel } from './boxes/grid-panel.tsx'
import { GridPreview } from './boxes/grid-preview.tsx'
import { useGrid } from './boxes/use-grid.ts'
import { useDroppedBox } from './boxes/use-place-box.ts'
import { Canvas, type Scan } from './canvas/canvas.tsx'
import { KeyCursor } from './keyboard/key-cursor.tsx'
import { PlanSpeaker } from './keyboard/plan-speaker.tsx'
import type { Tool } from './model/plan-store.ts'
import { ObjectsPanel } from './objects/objects-panel.tsx'
import { createPointerPlace } from './pointer-place.ts'
import { PropertyPanel } from './properties/property-panel.tsx'
import type { Wish } from './properties/wish.ts'
import { StatusBar } from './status-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { usePlan, usePlanStore } from './use-plan.ts'
import type { PlanDeeds } from './use-plan-keys.ts'
import classes from './plan.module.css'

interface WorkspaceProps {
  /** There is no room for a sheet between its panels. */
  readonly isNarrow: boolean
  readonly sheet: RefObject<HTMLDivElement | null>
  readonly deeds: PlanDeeds
  readonly scan: Scan | null
  readonly view: { readonly mover: PlanMover | null; readonly scale: number }
  readonly onView: (view: { readonly mover: PlanMover | null; readonly scale: number }) => void
  readonly wish: Wish | null
  readonly onMade: (object: MapObject) => void
  readonly onKeyTool: (tool: Tool, given?: Partial<MapObject>) => void
  readonly onHelp: () => void
  /** There is a scan, hidden or not. */
  readonly hasScan: boolean
  readonly onScan: () => void
}

/** Tools, objects, sheet and properties. In a narrow window the plan is only looked at. */
export function Workspace(props: WorkspaceProps) {
  const { isNarrow, sheet, deeds, scan, view, wish, onMade, onView, onKeyTool, onHelp, hasScan, onScan } =
    props
  const t = useTranslations('plan')
  const store = usePlanStore()
  const isEmpty = usePlan(({ objects }) => objects.length === 0)
  const [place] = useState(createPointerPlace)
  const grid = useGrid()
  const dropped = useDroppedBox()
  useEffect(() => {
    if (!isNarrow) return
    store.select([])
    store.setTool('pan')
    return () => store.setTool('select')
  }, [isNarrow, store])
  const isGrid = grid.plan !== null
  const wasGrid = useRef(isGrid)
  useEffect(() => {
    // The panel has gone with its keys; what it has put on the sheet is moved there.
    if (wasGrid.current && !isGrid && document.activeElement === document.body) sheet.current?.focus()
    wasGrid.current = isGrid
  }, [isGrid, sheet])
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
          <Toolbar onKeyTool={onKeyTool} />
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
        overlay={
          <>
            <GridPreview grid={grid} />
            <KeyCursor />
          </>
        }
        onView={onView}
      />
      {!isNarrow && (
        <>
          {grid.plan === null ? (
            <PropertyPanel
              deeds={deeds}
              wish={wish}
              empty={isEmpty ? <Begin hasScan={hasScan} onScan={onScan} /> : undefined}
            >
              <BoxOfChosen />
            </PropertyPanel>
          ) : (
            <GridPanel grid={grid} />
          )}
          <PlanSpeaker />
          <StatusBar place={place} onHelp={onHelp} />
        </>
      )}
    </>
  )
}
