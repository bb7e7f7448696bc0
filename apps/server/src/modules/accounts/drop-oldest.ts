/** Makes room for one more in a map that is kept in order of use. */
export function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size < most) return
    map.delete(key)
  }
}
