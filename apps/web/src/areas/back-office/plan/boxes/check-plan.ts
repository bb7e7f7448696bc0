/** What wants a second look before a map is saved. Nothing here forbids to save: a plan may be half done for a week. */
import { bindBoxes, type BindableBox, type MapObject } from '@stowage/domain/map-object'
import { boundsOf } from '../../../../features/maps/index.ts'
import { bindingOf, overlappingBoxes, type Binding } from '../model/edit.ts'

export interface Finding {
  /**
   * `overlap` two boxes lie over each other; `label` an object stands for one box and is written as another; `twice` a box is drawn again on this map; `elsewhere` it also stands on another
   * map, as on an overview; `unbound` looks like a box and stands for none; `outside` reaches over the edge of the sheet.
   */
  readonly kind: (typeof findingKinds)[number]
  /** What is shown when one goes there; of an overlap both. */
  readonly uuids: readonly string[]
  /** What the objects are called: their unit numbers or texts; empty where they have none. */
  readonly names: readonly string[]
  /** The other maps of `elsewhere`. */
  readonly maps?: readonly string[]
}
export const findingKinds = ['overlap', 'label', 'twice', 'unbound', 'outside', 'elsewhere'] as const

export interface PlanCheck<Box extends BindableBox> extends Binding<Box> {
  readonly findings: readonly Finding[]
  /** Box → the other maps on which it stands. */
  readonly elsewhere: ReadonlyMap<string, readonly string[]>
}

/** Where each box stands on the other maps. @param maps name → objects, without the one that is drawn */
export function placesElsewhere(
  maps: Readonly<Record<string, readonly MapObject[]>>,
  boxes: readonly BindableBox[],
): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const [mapId, objects] of Object.entries(maps)) {
    for (const { id } of bindBoxes(objects, boxes).values())
      places.set(id, [...(places.get(id) ?? []), mapId])
  }
  return places
}

/**
 * The map as it is drawn, held against the stock's boxes and its other maps.
 * @returns its bindings, where `missing` are the boxes that stand on no map of the stock at all
 */
export function checkPlan<Box extends BindableBox>(
  objects: readonly MapObject[],
  boxes: readonly Box[],
  elsewhere: ReadonlyMap<string, readonly string[]>,
  canvas: { readonly width: number; readonly height: number },
): PlanCheck<Box> {
  const binding = bindingOf(objects, boxes)
  const { bound, unbound, twice } = binding
  const byUuid = new Map(objects.map((object) => [object.uuid, object]))
  const nameOf = (uuid: string): string[] => {
    const name = bound.get(uuid)?.unitNumber ?? (byUuid.get(uuid)?.text ?? '').trim()
    return name === '' ? [] : [name]
  }
  const one =
    (kind: Finding['kind']) =>
    ({ uuid }: MapObject): Finding => ({ kind, uuids: [uuid], names: nameOf(uuid) })
  const overlaps = overlappingBoxes(objects, bound).map((uuids): Finding => ({
    kind: 'overlap',
    uuids,
    names: uuids.flatMap(nameOf),
  }))
  const also = objects.flatMap((object): Finding[] => {
    const maps = elsewhere.get(bound.get(object.uuid)?.id ?? '')
    return maps === undefined ? [] : [{ ...one('elsewhere')(object), maps }]
  })
  const numbers = new Set(boxes.map(({ unitNumber }) => unitNumber))
  const mislabelled = objects.flatMap((object): Finding[] => {
    const [number, text] = [bound.get(object.uuid)?.unitNumber, (object.text ?? '').trim()]
    if (number === undefined || text === number || !numbers.has(text)) return []
    return [{ kind: 'label', uuids: [object.uuid], names: [number, text] }]
  })
  return {
    ...binding,
    missing: binding.missing.filter(({ id }) => !elsewhere.has(id)),
    elsewhere,
    findings: [
      ...overlaps,
      ...mislabelled,
      ...twice.map((object) => ({ ...one('twice')(object), names: namesOfTwice(object, boxes) })),
      ...unbound.map(one('unbound')),
      ...objects.filter((object) => isOutside(object, canvas)).map(one('outside')),
      ...also,
    ],
  }
}

/** A second drawing of a box is bound to nothing; it is called by the box it names. */
function namesOfTwice({ boxId, text }: MapObject, boxes: readonly BindableBox[]): string[] {
  const name = boxes.find(({ id }) => id === boxId)?.unitNumber ?? (text ?? '').trim()
  return name === '' ? [] : [name]
}

/** By more than a hand's tremble; texts without a width are measured by nobody here. */
function isOutside(object: MapObject, { width, height }: { width: number; height: number }): boolean {
  const area = boundsOf(object)
  return area.x < -1 || area.y < -1 || area.x + area.width > width + 1 || area.y + area.height > height + 1
}
