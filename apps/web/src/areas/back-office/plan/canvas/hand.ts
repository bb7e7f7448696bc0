/** How much larger than for a mouse a handle is, where fingers take hold of it. */
export const handFactor = (): number => (window.matchMedia('(pointer: coarse)').matches ? 2.2 : 1)
