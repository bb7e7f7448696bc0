/** A map as an SVG file that any program draws; `read-svg.ts` reads it back field by field. */
import { limits } from '@stowage/domain/limits'
import type { MapObject } from '@stowage/domain/map-object'
import { finite, pathData, transformOf } from '../../../../features/maps/index.ts'

/** Where an object stands whole, beside the shape that other programs draw. */
export const OURS = 'data-stowage'
/** A file that holds a map as large as a map may be: each shape stands beside its data. */
export const mostSvgBytes = 3 * limits.plan.bytes

/** Signs that no file of XML may hold, escaped or not; one of them and nobody can read the whole file. */
const noXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escaped = (text: string): string =>
  text.replace(noXml, '').replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0) ?? 63};`)
/** For an attribute in single quotes: JSON is full of double ones. */
const dataOf = (value: unknown): string =>
  JSON.stringify(value)
    .replace(noXml, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<']/g, (letter) => `&#${letter.codePointAt(0) ?? 63};`)

/** The whole map as a file that any program draws. Boxes are named by what stands on them; ids of ours are not in it. */
export function svgOf(
  objects: readonly MapObject[],
  canvas: { readonly width: number; readonly height: number },
): string {
  const { width, height } = canvas
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...objects.map(elementOf),
    '</svg>',
    '',
  ].join('\n')
}

function elementOf(object: MapObject): string {
  const { boxId: _box, uuid: _uuid, xlinkHref, ...rest } = object
  // A picture that is drawn stands in the file once.
  const data = ` ${OURS}='${dataOf(object.type === 'image' ? rest : { ...rest, xlinkHref })}'`
  const attributes = (given: Readonly<Record<string, unknown>>): string =>
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
      .join('')
  const { x, y } = { x: finite(object.x), y: finite(object.y) }
  const [width, height] = [finite(object.width), finite(object.height)]
  const paint = { fill: object.fill ?? 'none', stroke: object.stroke, 'stroke-width': object.strokeWidth }
  const transform = transformOf(object)
  const style = object.blendMode == null ? '' : ` style="mix-blend-mode:${escaped(object.blendMode)}"`
  const words = (place: Readonly<Record<string, unknown>>): string =>
    `<text${attributes({
      ...place,
      'font-family': object.fontFamily,
      'font-size': object.fontSize ?? 20,
      'font-weight': object.fontWeight,
      'font-style': object.fontStyle,
      'text-decoration': object.textDecoration,
      fill: object.textColor ?? '#000000',
      transform,
    })}>${escaped(object.text ?? '')}</text>`
  const size = finite(object.fontSize, 20)
  const inside = { x: x + width / 2, y: y + height / 2 + size * 0.35, 'text-anchor': 'middle' }
  const shape = (): string => {
    switch (object.type) {
      case 'rectangle':
      case 'rectangle-with-text':
        return `<rect${attributes({ x, y, width, height, rx: object.radius, ...paint, transform })}/>`
      case 'circle':
        return `<ellipse${attributes({ cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2, ...paint, transform })}/>`
      case 'image':
        return `<image${attributes({ href: xlinkHref, x, y, width, height, preserveAspectRatio: 'none', transform })}/>`
      case 'polygon':
      case 'polygon-with-text':
        return `<path${attributes({ d: pathData(object) ?? `M${finite(object.moveX)} ${finite(object.moveY)}`, ...paint, transform })}/>`
      case 'text':
        return words(width > 0 ? inside : { x, y: y + size * 0.85 })
    }
  }
  const label =
    object.type === 'rectangle-with-text' || object.type === 'polygon-with-text' ? words(inside) : ''
  return `<g${data}${style}>${shape()}${label}</g>`
}
