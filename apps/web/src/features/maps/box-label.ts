/** What is written on a box of the plan and how large (theme.md 5). Lengths are plan units. */

export interface LabelLine {
  readonly text: string
  readonly y: number
  readonly fontSize: number
}

export interface BoxLabel {
  /** Upper edge and side of the sign's square, when the state has one. */
  readonly sign: { readonly y: number; readonly side: number } | null
  readonly number: LabelLine
  readonly size: LabelLine | null
  /** What the number moves down by when the size line is hidden at small zoom. */
  readonly drop: number
}

/** The pictures' plan is this wide; on a wider one the same screen pixels need larger units. */
const drawnWidth = 1240

/** How much larger than in theme.md 5 texts are written on a plan of this width, so that they come out equal on the screen. */
export function textFactor(planWidth: number): number {
  return Math.min(1.4, Math.max(1, planWidth / drawnWidth))
}

/** Letters that all boxes of the plan begin with say nothing on it: YA106 is written 106 (picture 04). */
export function sharedPrefix(unitNumbers: readonly string[]): string {
  const first = /^\p{L}+/u.exec(unitNumbers[0] ?? '')?.[0] ?? ''
  return unitNumbers.length > 1 &&
    unitNumbers.every((unitNumber) => unitNumber.startsWith(first) && unitNumber.length > first.length)
    ? first
    : ''
}

/** Mean advance of Plex Sans digits at weight 640, and of a size text at 400, in em. */
const numberAdvance = 0.61
const sizeAdvance = 0.52

/**
 * @param area the box on the plan, middle of its label at (0, 0)
 * @param texts.number as written on the plan; `full` size with its unit of measure, `bare` without
 */
export function layOutLabel(
  area: { readonly width: number; readonly height: number },
  texts: { readonly number: string; readonly full: string; readonly bare: string },
  factor: number,
  hasSign: boolean,
): BoxLabel {
  const { width, height } = area
  const isNarrow = width < 42 * factor
  const room = Math.max(4, width - (hasSign ? 12 : 6))
  // A floor of 300 has both kinds side by side; there the wide ones shout when they grow as much as the narrow ones must.
  const wideFactor = 1 + (factor - 1) * 0.4
  const numberSize = Math.min(
    isNarrow ? 15.5 * factor : 22 * wideFactor,
    room / (texts.number.length * numberAdvance),
    height * 0.6,
  )
  const sizeText = width < 60 * factor ? texts.bare : texts.full
  const sizeSize = Math.min(isNarrow ? 15 * factor : 18 * wideFactor, room / (sizeText.length * sizeAdvance))
  const side = hasSign ? Math.min(26 * factor, height * 0.4, room) : 0
  // The signs leave air within their grid.
  const signHeight = side * 0.88

  const isLow = height < 60 * factor && hasSign
  const withSize = signHeight + numberSize + sizeSize * 1.1
  const showsSize = !isLow && withSize <= height - 6
  const total = signHeight + numberSize + (showsSize ? sizeSize * 1.1 : 0)
  const top = -total / 2
  // Capitals and digits are about 0.7 em high: the baseline lies that far under the line's upper edge, halved for the air.
  const baseline = (y: number, fontSize: number): number => y + fontSize * 0.86
  return {
    sign: hasSign ? { y: top - (side - signHeight) / 2, side } : null,
    number: { text: texts.number, y: baseline(top + signHeight, numberSize), fontSize: numberSize },
    size: showsSize
      ? { text: sizeText, y: baseline(top + signHeight + numberSize * 1.05, sizeSize), fontSize: sizeSize }
      : null,
    drop: showsSize ? (sizeSize * 1.1) / 2 : 0,
  }
}

/** Scales below which a tier's size texts are too small to read. */
const tiers = [0.3, 0.36, 0.43, 0.52, 0.64, 0.8, 1.1, 1.8] as const
/** A hair under 9 px, so that rounding does not blink. */
const readable = 8.4

/** The tier of a size text, from 1: the first that goes before the text comes out under 9 px. */
export function sizeTier(fontSize: number): number {
  const index = tiers.findIndex((scale) => scale >= readable / fontSize)
  return (index < 0 ? tiers.length - 1 : index) + 1
}

/** The highest tier whose texts can be read at a scale; 0 for none. */
export function readableTier(scale: number): number {
  const index = tiers.findIndex((least) => scale < least)
  return index < 0 ? tiers.length : index
}
