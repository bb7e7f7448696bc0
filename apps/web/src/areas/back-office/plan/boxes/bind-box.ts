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
