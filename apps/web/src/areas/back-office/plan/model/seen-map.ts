interface Named {
  readonly id: string
  readonly mapId: string
}

/**
 * Which map is seen; null: the one that was drawn before the stock had any. The address names it. A map keeps being seen when
 * somebody gives it another name, and what is drawn and not saved when somebody makes the first map meanwhile.
 * @param wanted as the address says
 * @param firstName of the map without a record; null where there is none
 * @param last id of the map that was seen before
 */
export function seenMap<Map extends Named>(
  maps: readonly Map[],
  wanted: string | undefined,
  firstName: string | null,
  last: string | null,
): Map | null {
  const named = maps.find(({ mapId }) => mapId === wanted)
  if (named !== undefined) return named
  if (firstName !== null && (wanted === undefined || wanted === firstName)) return null
  return maps.find(({ id }) => id === last) ?? maps[0] ?? null
}
