/** A place on the globe, in degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

export interface Sketch {
  /** In the drawing's units, in the order given. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
  /** A round length that fits into a third of the drawing, and how long it is drawn. */
  readonly scale: { readonly metres: number; readonly length: number }
}

const metresPerDegree = 111_320
/** However near one another they are, the drawing shows at least this much around them. */
const leastMetres = 2000
const margin = 48

/**
 * Puts places onto a plane, north above: over a city the globe is flat, and a degree of longitude is as short as its latitude
 * makes it. One scale for both directions, so that distances are true to one another.
 */
export function sketch(
  places: readonly Place[],
  { width, height }: { readonly width: number; readonly height: number },
): Sketch {
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2
  const latitude = middle(places.map((place) => place.latitude))
  const longitude = middle(places.map((place) => place.longitude))
  const perDegreeEast = metresPerDegree * Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)
  const metres = places.map((place) => ({
    east: (place.longitude - longitude) * perDegreeEast,
    north: (place.latitude - latitude) * metresPerDegree,
  }))
  const span = (values: readonly number[]): number =>
    Math.max(leastMetres, 2 * Math.max(...values.map(Math.abs)))
  const perMetre = Math.min(
    (width - 2 * margin) / span(metres.map(({ east }) => east)),
    (height - 2 * margin) / span(metres.map(({ north }) => north)),
  )
  const round = roundLength(width / 3 / perMetre)
  return {
    points: metres.map(({ east, north }) => ({
      x: width / 2 + east * perMetre,
      y: height / 2 - north * perMetre,
    })),
    scale: { metres: round, length: round * perMetre },
  }
}

/** The greatest of 1, 2 and 5 times a power of ten that is not above this. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2].find((step) => step * power <= most) ?? 1) * power
}
