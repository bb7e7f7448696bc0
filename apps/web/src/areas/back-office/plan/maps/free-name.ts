/** A name like this one that no map has: "Floor 1 (2)". At most 60 characters, as names of maps are. */
export function freeName(name: string, maps: readonly { readonly mapId: string }[]): string {
  const taken = new Set(maps.map(({ mapId }) => mapId))
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) {
    const end = ` (${number})`
    const next = `${name.slice(0, 60 - end.length).trimEnd()}${end}`
    if (!taken.has(next)) return next
  }
}
