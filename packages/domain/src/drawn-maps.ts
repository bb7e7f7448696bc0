/** The maps on which something is drawn. One that was only begun, for its scan to lie below, is no plan to look at yet. */
export const drawnMaps = <Plan extends readonly unknown[]>(
  maps: Readonly<Record<string, Plan>>,
): Record<string, Plan> =>
  Object.fromEntries(Object.entries(maps).filter(([, objects]) => objects.length > 0))
