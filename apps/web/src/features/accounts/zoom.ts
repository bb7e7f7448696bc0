/** 1: the whole picture fits. */
export const zoomLimits = { least: 1, most: 6 } as const

const steps = [1, 1.5, 2, 3, 4, 6] as const

/** The next step up (1) or down (-1) from wherever two fingers have left the zoom. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  return direction === 1
    ? (steps.find((step) => step > zoom + 0.01) ?? zoomLimits.most)
    : (steps.findLast((step) => step < zoom - 0.01) ?? zoomLimits.least)
}

/** How far apart two fingers are; null for any other number of them. */
export function fingersApart(fingers: readonly { readonly x: number; readonly y: number }[]): number | null {
  const [one, two, more] = fingers
  if (one === undefined || two === undefined || more !== undefined) return null
  return Math.max(1, Math.hypot(one.x - two.x, one.y - two.y))
}
