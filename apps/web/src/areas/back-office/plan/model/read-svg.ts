/** A map out of an SVG file: what we have written comes back as it was, what others have drawn as far as a map can hold it. */
import { cleanMapObjects } from '@stowage/domain/clean-map-objects'
import { limits } from '@stowage/domain/limits'
import type { MapObject } from '@stowage/domain/map-object'
import { foreign, lookOf, placeOf, QUIETLY, type Look } from './foreign-svg.ts'
import type { Point } from './geometry.ts'
import { newUuid } from './new-object.ts'
import { mostSvgBytes, OURS } from './write-svg.ts'

export interface ReadSvg {
  readonly objects: readonly MapObject[]
  /** Elements that a map cannot hold. */
  readonly leftOut: number
}

/** Groups within groups: more than any drawing has, less than a stack holds. */
const deepest = 200

/** @returns null for what is no SVG file, for one that is too large, and for one with entities of its own (they multiply) */
export function readSvg(text: string): ReadSvg | null {
  if (text.length > mostSvgBytes || /<!ENTITY/i.test(text) || !beginsAsSvg(text)) return null
  // Parsed, never put into the page: nothing in it runs or is fetched.
  const page = new DOMParser().parseFromString(quiet(text), 'image/svg+xml')
  const root = page.documentElement
  if (root.localName !== 'svg' || page.querySelector('parsererror') !== null) return null
  const found: unknown[] = []
  let leftOut = 0
  const walk = (element: Element, at: Point, inherited: Look, depth: number): void => {
    for (const child of element.children) {
      if (found.length >= limits.plan.objects) {
        leftOut += 1
        continue
      }
      const own = readOurs(child)
      if (own !== null) {
        found.push(own)
        continue
      }
      const look = lookOf(child, inherited)
      const moved = placeOf(child, at)
      if (moved === null) {
        leftOut += 1
        continue
      }
      if (child.localName === 'g' || child.localName === 'svg' || child.localName === 'a') {
        if (depth < deepest) walk(child, moved, look, depth + 1)
        else leftOut += 1
        continue
      }
      const object = foreign(child, moved, look)
      if (object !== null) found.push(object)
      else if (!QUIET.has(child.localName)) leftOut += 1
    }
  }
  walk(root, { x: 0, y: 0 }, {}, 0)
  const { objects, problems } = cleanMapObjects(found)
  return { objects, leftOut: leftOut + new Set(problems.map(({ index }) => index)).size }
}

/** By its first element: a web page need not be parsed to be none. */
function beginsAsSvg(text: string): boolean {
  const head = text.slice(0, 20_000).replaceAll(/<!--[^]*?-->/g, '')
  return /^(?:\w+:)?svg$/.test(/<([^\s<>/!?]+)/.exec(head)?.[1] ?? '')
}

/**
 * Styles and handlers under names that mean nothing: the browser would hold each against the page's policy, apply none, and
 * complain thousands of times. Values are walked over, so that what looks like an attribute inside one stays what it is.
 */
function quiet(text: string): string {
  return text
    .replace(
      /(\s)(style|on[a-z]+)(\s*=\s*)("[^"]*"|'[^']*')|"[^"]*"|'[^']*'/gi,
      (found: string, space?: string, name?: string, equals?: string, value?: string) =>
        name === undefined ? found : `${space}${QUIETLY}${name.toLowerCase()}${equals}${value}`,
    )
    .replace(/<(\/?)(?:\w+:)?(?:style|script)\b/gi, '<$1metadata')
}

/** Of a file without being anything to be seen. */
const QUIET = new Set(['defs', 'title', 'desc', 'metadata', 'namedview'])

function readOurs(element: Element): unknown {
  const data = element.getAttribute(OURS)
  if (data === null) return null
  try {
    const object: unknown = JSON.parse(data)
    const image = element.querySelector('image')?.getAttribute('href')
    // Boxes are named by what stands on them; no file says which of ours an object is.
    return typeof object === 'object' && object !== null
      ? { ...object, ...(image == null ? {} : { xlinkHref: image }), uuid: newUuid(), boxId: null }
      : null
  } catch {
    return null
  }
}
