/** Turns a packed floor (metres) into map objects (plan units) with the house's walls, gate, lift, stairs and aisle names. */
import { mapGround, type CurvePoint, type MapObject, type MapRole } from '@stowage/domain/map-object'
import type { Area, Cell, PackedFloor } from './pack-floor.ts'
import type { PlanLanguage } from './plan.ts'
import type { Random } from './random.ts'

const words: Readonly<
  Record<
    PlanLanguage,
    Readonly<Record<'aisle' | 'gate' | 'lift' | 'stairs' | 'office' | 'carts' | 'exit', string>>
  >
> = {
  ru: {
    aisle: 'Проход',
    gate: 'Ворота',
    lift: 'Лифт',
    stairs: 'Лестница',
    office: 'Офис',
    carts: 'Тележки',
    exit: 'Выход',
  },
  en: {
    aisle: 'Aisle',
    gate: 'Gate',
    lift: 'Lift',
    stairs: 'Stairs',
    office: 'Office',
    carts: 'Trolleys',
    exit: 'Exit',
  },
  de: {
    aisle: 'Gang',
    gate: 'Tor',
    lift: 'Aufzug',
    stairs: 'Treppe',
    office: 'Büro',
    carts: 'Wagen',
    exit: 'Ausgang',
  },
  pl: {
    aisle: 'Przejście',
    gate: 'Brama',
    lift: 'Winda',
    stairs: 'Schody',
    office: 'Biuro',
    carts: 'Wózki',
    exit: 'Wyjście',
  },
}

/** The palette of the look (theme.md 2 and 5); the viewer knows these and turns them for the dark scheme. */
const ink = {
  ground: '#f3f1ed',
  wall: '#57544e',
  room: '#ffffff',
  line: '#cfccc5',
  text: '#575550',
  teal: '#045c62',
} as const
/** What a map imported from the management system gives a box (specification 3); the viewer colours it by state. */
const boxStyle = {
  fill: '#e9e8e4',
  stroke: '#646464',
  strokeWidth: 2,
  radius: 5,
  fontSize: 14,
  textColor: '#000000',
} as const
const font = 'Open Sans'

interface Drawing {
  readonly packed: PackedFloor
  /** Plan units per metre. */
  readonly scale: number
  readonly numbers: readonly { readonly cell: Cell; readonly unitNumber: string }[]
  readonly language: PlanLanguage
  readonly random: Random
  readonly hasGate: boolean
  readonly hasUpstairs: boolean
}

/** @returns objects from the ground up: wall, rooms, names, boxes */
export function drawFloor({
  packed,
  scale,
  numbers,
  language,
  random,
  hasGate,
  hasUpstairs,
}: Drawing): MapObject[] {
  const left = (mapGround.width - packed.width * scale) / 2
  const top = (mapGround.height - packed.depth * scale) / 2
  const at = (area: Area): { x: number; y: number; width: number; height: number } => ({
    x: round(left + area.x * scale),
    y: round(top + area.y * scale),
    width: round(area.width * scale),
    height: round(area.depth * scale),
  })
  const base = { rotate: 0, blendMode: 'normal' } as const
  const rectangle = (area: ReturnType<typeof at>, style: Partial<MapObject>): MapObject => ({
    ...base,
    type: 'rectangle',
    uuid: random.uuid(),
    ...area,
    ...style,
  })
  const text = (x: number, y: number, words: string, style: Partial<MapObject> = {}): MapObject => ({
    ...base,
    type: 'text',
    uuid: random.uuid(),
    x: round(x - 100),
    y: round(y - 12),
    width: 200,
    height: 24,
    text: words,
    fontFamily: font,
    fontSize: 18,
    fontWeight: 'normal',
    fontStyle: 'normal',
    textDecoration: 'none',
    textColor: ink.text,
    ...style,
  })
  const line = (points: readonly (readonly [number, number])[], style: Partial<MapObject>): MapObject =>
    polyline(random.uuid(), points, style)
  const word = words[language]

  /** Between two rows of boxes a word is as wide as the corridor at most. */
  const doorName = (name: string): Partial<MapObject> => ({
    textColor: ink.teal,
    fontWeight: 'bold',
    fontSize: round(Math.min(18, (corridor.width - 6) / (name.length * 0.68))),
  })

  const objects: MapObject[] = [
    rectangle(
      {
        x: round(left - 7),
        y: round(top - 7),
        width: round(packed.width * scale + 14),
        height: round(packed.depth * scale + 14),
      },
      { fill: ink.ground, stroke: ink.wall, strokeWidth: 6, radius: 4, role: 'wall' },
    ),
  ]

  const corridor = at(packed.corridor)
  const middle = corridor.x + corridor.width / 2
  const south = top + packed.depth * scale + 7
  if (hasGate) {
    objects.push(
      rectangle(
        { x: corridor.x, y: round(south - 5), width: corridor.width, height: 10 },
        { fill: ink.ground, strokeWidth: 0, radius: 0, role: 'gate' },
      ),
    )
    const dash = corridor.width / 11
    for (let piece = 0; piece < 11; piece += 2) {
      objects.push(
        rectangle(
          { x: round(corridor.x + piece * dash), y: round(south - 3), width: round(dash), height: 6 },
          { fill: ink.teal, strokeWidth: 0, radius: 0 },
        ),
      )
    }
    const foot = south - 52
    const arrow = { stroke: ink.teal, strokeWidth: 4, fill: 'none' }
    objects.push(
      line(
        [
          [middle, foot],
          [middle, foot - 44],
        ],
        arrow,
      ),
      line(
        [
          [middle - 14, foot - 28],
          [middle, foot - 44],
          [middle + 14, foot - 28],
        ],
        arrow,
      ),
      text(middle, south - 30, word.gate, doorName(word.gate)),
    )
  } else {
    objects.push(text(middle, south - 30, word.exit, doorName(word.exit)))
  }

  objects.push(...drawService(packed, hasUpstairs))
  for (const [index, aisle] of packed.aisles.entries()) {
    const area = at(aisle)
    objects.push(
      text(area.x + area.width / 2, area.y + area.height / 2, `${word.aisle} ${aisleLetter(index)}`, {
        role: 'aisle',
      }),
    )
  }
  const nook = packed.spare
    .filter((area) => area.width >= 2 && area.depth >= 2)
    .toSorted((a, b) => b.width - a.width)[0]
  if (nook !== undefined)
    objects.push(
      room(at({ ...nook, width: Math.min(nook.width, 3.5), depth: Math.min(nook.depth, 3) }), word.carts),
    )

  for (const { cell, unitNumber } of numbers) {
    objects.push({
      ...base,
      type: 'rectangle-with-text',
      uuid: random.uuid(),
      ...at(cell),
      ...boxStyle,
      text: unitNumber,
      fontFamily: font,
      fontWeight: 'normal',
      fontStyle: 'normal',
      textDecoration: 'none',
    })
  }
  return objects

  function room(area: ReturnType<typeof at>, name: string, role: MapRole = 'room'): MapObject {
    const fontSize = round(
      Math.max(8, Math.min(18, (area.width - 8) / (name.length * 0.66), area.height * 0.5)),
    )
    return {
      ...rectangle(inset(area, 4), { fill: ink.room, stroke: ink.line, strokeWidth: 2, radius: 4 }),
      type: 'rectangle-with-text',
      role,
      text: name,
      fontFamily: font,
      fontSize,
      fontWeight: 'normal',
      fontStyle: 'normal',
      textDecoration: 'none',
      textColor: ink.text,
    }
  }

  function drawService(floor: PackedFloor, upstairs: boolean): MapObject[] {
    const [upper, lower] = floor.service.map(at) as [ReturnType<typeof at>, ReturnType<typeof at>]
    if (!upstairs) return [room({ ...upper, height: upper.height + lower.height }, word.office)]
    const flight = inset(lower, 4)
    const name = room(lower, word.stairs)
    const steps: MapObject[] = []
    for (let step = 1; step <= 6; step++) {
      const x = round(flight.x + (flight.width * step) / 7)
      steps.push(
        line(
          [
            [x, flight.y + 6],
            [x, flight.y + flight.height * 0.5],
          ],
          { stroke: ink.line, strokeWidth: 2, fill: 'none' },
        ),
      )
    }
    const label = text(flight.x + flight.width / 2, flight.y + flight.height * 0.78, word.stairs, {
      fontSize: name.fontSize,
    })
    return [
      room(upper, word.lift, 'lift'),
      rectangle(flight, { fill: ink.room, stroke: ink.line, strokeWidth: 2, radius: 4, role: 'stairs' }),
      ...steps,
      label,
    ]
  }
}

/** Straight lines as the curves the map format knows: both handles on the line. */
function polyline(
  uuid: string,
  points: readonly (readonly [number, number])[],
  style: Partial<MapObject>,
): MapObject {
  const [first, ...rest] = points
  if (first === undefined) throw new RangeError('a line needs a point')
  const [x, y] = first.map(round) as [number, number]
  let from: readonly [number, number] = [x, y]
  const path = rest.map((to): CurvePoint => {
    const end = to.map(round) as [number, number]
    const curve = { x1: from[0], y1: from[1], x2: end[0], y2: end[1], x: end[0], y: end[1] }
    from = end
    return curve
  })
  return {
    type: 'polygon',
    uuid,
    x,
    y,
    moveX: x,
    moveY: y,
    path,
    closed: false,
    rotate: 0,
    blendMode: 'normal',
    ...style,
  }
}

/** A … Z, then AA …: a floor of 300 boxes has more aisles than letters only where they are very short. */
function aisleLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : aisleLetter(Math.floor(index / 26) - 1) + last
}

function inset(
  area: { x: number; y: number; width: number; height: number },
  by: number,
): { x: number; y: number; width: number; height: number } {
  return {
    x: round(area.x + by),
    y: round(area.y + by),
    width: round(area.width - 2 * by),
    height: round(area.height - 2 * by),
  }
}

function round(units: number): number {
  return Math.round(units * 100) / 100
}
