/** Where the words of an object stand: on the sheet, on the plan one books on and in a file alike. */
import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf, finite, isPolygon, wordLines, type Box2D } from './shape.ts'

export interface PlacedWords {
  readonly x: number
  /** Around `x`; else they begin there. */
  readonly isCentred: boolean
  readonly lines: readonly { readonly y: number; readonly text: string }[]
}

const lineHeight = 1.2

/** In the object's own coordinates: its `transformOf` holds for the words as well. */
export function placeWords(object: MapObject, fontSize: number): PlacedWords {
  const texts = wordLines(object.text)
  const lines = (first: number): PlacedWords['lines'] =>
    texts.map((text, index) => ({ text, y: first + index * lineHeight * fontSize }))
  // A text drawn without an area begins at its place.
  if (object.type === 'text' && finite(object.width) <= 0)
    return { x: finite(object.x), isCentred: false, lines: lines(finite(object.y) + fontSize * 0.85) }
  const { x, y, width, height } = areaOf(object)
  const above = ((texts.length - 1) / 2) * lineHeight * fontSize
  return { x: x + width / 2, isCentred: true, lines: lines(y + height / 2 + fontSize * 0.35 - above) }
}

/** Before it is moved and turned. */
function areaOf(object: MapObject): Box2D {
  if (isPolygon(object))
    return boundsOf({ ...object, x: finite(object.moveX), y: finite(object.moveY), rotate: 0 })
  const [x, y, width, height] = [object.x, object.y, object.width, object.height].map((value) =>
    finite(value),
  ) as [number, number, number, number]
  return { x, y, width, height }
}
