/**
 * One drawn thing of a floor plan (specification 3, Map object). Lengths are plan units on a ground of 1600 × 800.
 * Safe for the browser.
 */
export const mapObjectTypes = [
  'rectangle',
  'circle',
  'polygon',
  'text',
  'image',
  'rectangle-with-text',
  'polygon-with-text',
] as const
export type MapObjectType = (typeof mapObjectTypes)[number]

/** The 16 of CSS and of the editor's property panel (specification 2.7, 9). */
export const blendModes = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const
export type BlendMode = (typeof blendModes)[number]

/** One cubic curve of a path: two handles and where it ends, in the coordinates of the path's own start point. */
export interface CurvePoint {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly x: number
  readonly y: number
}

/** What a thing of the house is, for the way to a box; drawn by hand in the editor it may be missing. */
export const mapRoles = ['wall', 'gate', 'lift', 'stairs', 'room', 'aisle'] as const
export type MapRole = (typeof mapRoles)[number]

/** Stored drawings leave fields out or null, and come from several programs: only type, uuid and place are sure. */
type Maybe<Value> = Value | null | undefined

export interface MapObject {
  readonly type: MapObjectType
  readonly uuid: string
  /** Upper left corner; for a polygon the place of its start point (`moveX`, `moveY`) on the plan. */
  readonly x: number
  readonly y: number
  readonly width?: Maybe<number>
  readonly height?: Maybe<number>
  /** Degrees, clockwise, around the middle; a polygon turns around its start point. */
  readonly rotate?: Maybe<number>
  readonly fill?: Maybe<string>
  readonly stroke?: Maybe<string>
  readonly strokeWidth?: Maybe<number>
  readonly radius?: Maybe<number>
  /** One of `blendModes`; anything else counts as normal. */
  readonly blendMode?: Maybe<string>
  readonly text?: Maybe<string>
  readonly fontFamily?: Maybe<string>
  readonly fontSize?: Maybe<number>
  readonly fontWeight?: Maybe<string>
  readonly fontStyle?: Maybe<string>
  readonly textDecoration?: Maybe<string>
  readonly textColor?: Maybe<string>
  /** Image data: `data:image/png|jpeg|webp;base64,…` and nothing else. */
  readonly xlinkHref?: Maybe<string>
  readonly closed?: Maybe<boolean>
  readonly moveX?: Maybe<number>
  readonly moveY?: Maybe<number>
  readonly path?: Maybe<readonly CurvePoint[]>
  /** The box this object stands for; without it a text equal to a unit number binds it (decision 1). */
  readonly boxId?: Maybe<string>
  /** One of `MapRole`; others mean nothing. */
  readonly role?: Maybe<string>
  /** In the editor it is neither moved nor removed, and the pointer goes through it: walls under the boxes. */
  readonly locked?: Maybe<boolean>
}

/** The canvas of the editor in plan units (specification 2.7). */
export const editorCanvas = { width: 1700, height: 790, background: '#ece2be' } as const

/** The ground of the booking plan in plan units (specification 9). */
export const mapGround = { width: 1600, height: 800 } as const

export interface BindableBox {
  readonly id: string
  readonly unitNumber: string
}

/**
 * Which box each object stands for: by `boxId`, else by a text equal to the unit number (decision 1). A box is drawn once: of
 * two objects naming the same box the earlier has it, so that a label drawn twice does not make two choices of one box. An id
 * says more than a text, and a text alone more than that of an object whose own box is gone: numbers are given again, and a box
 * must not be found at the place of the one that had its number before.
 * @returns uuid of the object → box
 */
export function bindBoxes<Box extends BindableBox>(
  objects: readonly MapObject[],
  boxes: readonly Box[],
): Map<string, Box> {
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const byNumber = new Map(boxes.map((box) => [box.unitNumber, box]))
  const taken = new Set<string>()
  const bound = new Map<string, Box>()
  const bind = (object: MapObject, box: Box | undefined): void => {
    if (box === undefined || taken.has(box.id)) return
    taken.add(box.id)
    bound.set(object.uuid, box)
  }
  const byText: MapObject[] = []
  const orphans: MapObject[] = []
  for (const object of objects) {
    const box = byId.get(object.boxId ?? '')
    if (box !== undefined) bind(object, box)
    else if (object.text) (object.boxId ? orphans : byText).push(object)
  }
  for (const object of [...byText, ...orphans]) bind(object, byNumber.get((object.text ?? '').trim()))
  return bound
}
