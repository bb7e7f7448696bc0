/** Places for whoever has not said yet who he is. */
export interface Places {
  /**
   * Takes one. Where all are taken, whoever has been waiting longest of the network with the most of them makes room, unless this is the
   * one that asks: ten addresses keep nobody else out.
   * @param leave called when he has to make room
   * @returns to be called when he goes; undefined: there is none for him
   */
  enter(network: string, leave: () => void): (() => void) | undefined
}

export function sharePlaces(most: number): Places {
  const networks = new Map<string, Set<() => void>>()
  let taken = 0

  const crowd = (): [string, Set<() => void>] | undefined =>
    [...networks].reduce<[string, Set<() => void>] | undefined>(
      (largest, one) => (one[1].size > (largest?.[1].size ?? 0) ? one : largest),
      undefined,
    )
  const makeRoom = (network: string): boolean => {
    const [name, waiting] = crowd() ?? []
    const [oldest] = waiting ?? []
    if (name === undefined || waiting === undefined || oldest === undefined) return false
    if (waiting.size <= (networks.get(network)?.size ?? 0) + 1) return false
    free(name, oldest)
    oldest()
    return true
  }
  const free = (network: string, leave: () => void): void => {
    const waiting = networks.get(network)
    if (waiting?.delete(leave) !== true) return
    taken -= 1
    if (waiting.size === 0) networks.delete(network)
  }

  return {
    enter(network, leave) {
      if (taken >= most && !makeRoom(network)) return undefined
      const waiting = networks.get(network) ?? new Set()
      networks.set(network, waiting.add(leave))
      taken += 1
      return () => free(network, leave)
    },
  }
}
