/** From stored objects and boxes to what is drawn: which object is which box, in which state, under which name. */
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf, type SizeGroup } from '@stowage/domain/box'
import { bindBoxes, type MapObject } from '@stowage/domain/map-object'
import { useFormat } from '../../i18n/index.ts'
import { sharedPrefix, textFactor } from './box-label.ts'
import { boxState, isSelectable, type Audience, type BoxState, type PlanBox } from './box-state.ts'
import { inReadingOrder } from './reading-order.ts'
import { boundsOf, planBounds, type Box2D } from './shape.ts'

export interface DrawnBox<Box extends PlanBox> {
  readonly box: Box
  readonly object: MapObject
  readonly area: Box2D
}

export interface PlanModel<Box extends PlanBox> {
  /** In the order of the drawing, boxes as one reads them; `drawn` is null for what is not a box. */
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
    const entries = inReadingOrder(
      objects.map((object) => {
        const box = bound.get(object.uuid)
        return { object, drawn: box === undefined ? null : { box, object, area: boundsOf(object) } }
      }),
      ({ object }) => boundsOf(object),
    )
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

export interface PlanWords<Box> {
  /** With the unit of measure (m², for KB units m³), and the bare figure for narrow boxes. */
  size(box: Box): { readonly full: string; readonly bare: string }
  /** "YA 106": the letters that are not written on the plan stand apart. */
  number(box: Box, prefix: string): string
  /** "Box YA 106, 7.5 m², 3,200 ₽ a month, free", and what staff know besides. */
  name(box: Box, state: BoxState, prefix: string): string
}

/** Remembers what it said: formatting 600 names takes longer than drawing them, and most stay as they are. */
export function usePlanWords<Box extends PlanBox>(
  currency: string | null,
  facts?: (box: Box) => readonly string[],
): PlanWords<Box> {
  const t = useTranslations('maps')
  const format = useFormat()
  return useMemo(() => {
    const once = <Said>(say: (key: string) => Said): ((key: string) => Said) => {
      const said = new Map<string, Said>()
      return (key) => {
        const known = said.get(key) ?? say(key)
        said.set(key, known)
        return known
      }
    }
    const sizes = new Map<string, { full: string; bare: string }>()
    const size = (box: Box): { full: string; bare: string } => {
      const unit = unitOf(box.unitNumber)
      const key = `${unit} ${box.size}`
      let known = sizes.get(key)
      if (known === undefined) {
        known = { bare: format.number(box.size), full: format.size(box.size, unit) }
        sizes.set(key, known)
      }
      return known
    }
    // A floor of 600 boxes has a handful of prices and of states: the sentences are made once for each and then only filled.
    const priceOf = once((amount) =>
      t('perMonth', { price: format.price({ amount: Number(amount), currency: currency ?? '' }) }),
    )
    const sentence = once((state) => {
      const said = t('box', {
        number: hole.number,
        facts: hole.facts,
        state: t(`state.${state as BoxState}`),
      })
      return said.split(holes)
    })
    const number = (box: Box, prefix: string): string =>
      `${prefix} ${box.unitNumber.slice(prefix.length)}`.trimStart()
    const names = new Map<string, { readonly box: Box; readonly key: string; readonly name: string }>()
    return {
      size,
      number,
      name(box, state, prefix) {
        const key = `${prefix} ${state}`
        const known = names.get(box.id)
        if (known?.box === box && known.key === key) return known.name
        const own =
          currency === null || box.grossRate == null
            ? size(box).full
            : `${size(box).full}, ${priceOf(String(box.grossRate))}`
        let name = ''
        for (const part of sentence(state))
          name += part === hole.number ? number(box, prefix) : part === hole.facts ? own : part
        for (const fact of facts?.(box) ?? []) name += `, ${fact}`
        names.set(box.id, { box, key, name })
        return name
      },
    }
  }, [t, format, currency, facts])
}

/** Stand for what is filled in; letters of no language (private use). */
const hole = { number: '\ue000', facts: '\ue001' } as const
const holes = /([\ue000\ue001])/

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
