import type { BindableBox, MapObject, MapObjectType } from '@stowage/domain/map-object'

/** Those whose text is drawn; of the others it would be an invisible name. */
const withText: ReadonlySet<MapObjectType> = new Set(['text', 'rectangle-with-text', 'polygon-with-text'])

/**
 * The object bound to another box, or to none. Its text follows while it was the old box's number or empty: left alone, the
 * old number would go on binding it (decision 1).
 * @param was what the object stood for
 */
export function boundTo(
  object: MapObject,
  box: BindableBox | undefined,
  was: BindableBox | undefined,
): MapObject {
  const { boxId: _before, ...rest } = object
  const text = (object.text ?? '').trim()
  const follows = text === '' ? withText.has(object.type) : text === was?.unitNumber
  return {
    ...rest,
    ...(follows ? { text: box?.unitNumber ?? '' } : {}),
    ...(box === undefined ? {} : { boxId: box.id }),
  }
}

/**
 * The drawing after one object was bound to another box, or to none. Stood that box elsewhere on the drawing, the two objects
 * exchange their boxes: a box stands in one place, and what is put right is mostly two that were mixed up.
 * @param bound what each object stands for now
 */
export function exchanged<Box extends BindableBox>(
  objects: readonly MapObject[],
  uuid: string,
  box: Box | undefined,
  bound: ReadonlyMap<string, Box>,
): readonly MapObject[] {
  const was = bound.get(uuid)
  return objects.map((object) => {
    if (object.uuid === uuid) return boundTo(object, box, was ?? namedBy(object, bound))
    const isOther = box !== undefined && bound.get(object.uuid)?.id === box.id && object.locked !== true
    return isOther ? boundTo(object, was, box) : object
  })
}

/** The box that a second drawing of it names: its number must not stay there either. */
function namedBy<Box extends BindableBox>(
  { boxId, text }: MapObject,
  bound: ReadonlyMap<string, Box>,
): Box | undefined {
  return [...bound.values()].find(({ id, unitNumber }) => id === boxId || unitNumber === (text ?? '').trim())
}
