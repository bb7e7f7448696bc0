/** From stored objects and boxes to what is drawn: which object is which box, in which state, under which name. */
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf, type SizeGroup } from '@stowage/domain/box'
import { bindBoxes, type MapObject } from '@stowage/domain/map-object'
import { useFormat } from '../../i18n/index.ts'
import { sharedPrefix, textFactor } from './box-label.ts'
import { boxState, isSelectable, type Audience, type BoxState, type PlanBox } from './box-state.ts'
import { boundsOf, planBounds, type Box2D } from './shape.ts'

export interface DrawnBox<Box extends PlanBox> {
  readonly box: Box
  readonly object: MapObject
  readonly area: Box2D
}

export interface PlanModel<Box extends PlanBox> {
  /** In the order of the drawing; `drawn` is null for what is not a box. */
  readonly entries: readonly { readonly object: MapObject; readonly drawn: DrawnBox<Box> | null }[]
  readonly boxes: readonly DrawnBox<Box>[]
  readonly bounds: Box2D
  readonly textFactor: number
  readonly prefix: string
}

/** Made anew when the drawing or the list of boxes changes, not when a box is chosen. */
export function usePlanModel<Box extends PlanBox>(
  objects: readonly MapObject[],
  boxes: readonly Box[],
): PlanModel<Box> {
  return useMemo(() => {
    const bound = bindBoxes(objects, boxes)
    const entries = objects.map((object) => {
      const box = bound.get(object.uuid)
      return { object, drawn: box === undefined ? null : { box, object, area: boundsOf(object) } }
    })
    const drawn = entries.flatMap((entry) => (entry.drawn === null ? [] : [entry.drawn]))
    const bounds = planBounds(objects)
    return {
      entries,
      boxes: drawn,
      bounds,
      textFactor: textFactor(bounds.width),
      prefix: sharedPrefix(drawn.map(({ box }) => box.unitNumber)),
    }
  }, [objects, boxes])
}

export interface PlanWords {
  /** With the unit of measure (m², for KB units m³), and the bare figure for narrow boxes. */
  size(box: PlanBox): { readonly full: string; readonly bare: string }
  /** "Box YA 106, 7.5 m², free": the letters that are not written on the plan stand apart. */
  name(box: PlanBox, state: BoxState, prefix: string): string
}

/** Remembers what it said: formatting 600 names takes longer than drawing them, and most stay as they are. */
export function usePlanWords(): PlanWords {
  const t = useTranslations('maps')
  const format = useFormat()
  return useMemo(() => {
    const sizes = new Map<string, { full: string; bare: string }>()
    const names = new Map<string, string>()
    const size = (box: PlanBox): { full: string; bare: string } => {
      const unit = unitOf(box.unitNumber)
      const key = `${unit} ${box.size}`
      let known = sizes.get(key)
      if (known === undefined) {
        known = { bare: format.number(box.size), full: format.size(box.size, unit) }
        sizes.set(key, known)
      }
      return known
    }
    return {
      size,
      name(box, state, prefix) {
        const number = `${prefix} ${box.unitNumber.slice(prefix.length)}`.trimStart()
        const key = `${number} ${box.size} ${state}`
        let known = names.get(key)
        if (known === undefined) {
          known = t('box', { number, size: size(box).full, state: t(`state.${state}`) })
          names.set(key, known)
        }
        return known
      },
    }
  }, [t, format])
}

/** Everything about one box that depends on what is chosen. */
export function standing(
  box: PlanBox,
  group: SizeGroup | null,
  selectedId: string | null,
  audience: Audience,
): { state: BoxState; isChosen: boolean; isSelectable: boolean } {
  const isChosen = box.id === selectedId
  const state = boxState(box, group, isChosen, audience)
  return {
    state,
    isChosen: isChosen && (audience === 'staff' || state === 'chosen'),
    isSelectable: isSelectable(state, audience),
  }
}
