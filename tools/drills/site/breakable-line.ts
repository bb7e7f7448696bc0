import net from 'node:net'

/** `there`: from whoever called to the target; `back`: from the target to the caller. */
export type Way = 'there' | 'back'

/** What a line may suffer; it passes bytes on and understands none of them, so that every protocol can be broken by it. */
export interface BreakableLine {
  readonly port: number
  /** Every connection breaks, and none is taken: a cable is out. */
  cut(): void
  /** Nothing passes and nobody is told: what a dead router does. What was sent meanwhile arrives when it is over. */
  hold(): void
  /** As it was before. */
  restore(): void
  /** The next bytes on this way break the connection; the first half of them still arrives where it says so. */
  breakOn(way: Way, how?: { readonly halfArrives: boolean }): void
  /** Whether the break that was asked for has happened. */
  hasBroken(): boolean
  /** The newest bytes on this way, as they passed. */
  lastBytes(way: Way): Buffer
  /** Says these bytes again to the end of this way, within the connection that stands. */
  inject(way: Way, bytes: Buffer): void
  close(): Promise<void>
}

/** A line on loopback. @param target asked anew for each connection: a process that was killed comes back on another port */
export async function openBreakableLine(target: () => number, host = '127.0.0.1'): Promise<BreakableLine> {
  let state: 'open' | 'cut' | 'held' = 'open'
  let planned: { readonly way: Way; readonly halfArrives: boolean } | undefined
  const pairs = new Set<readonly [caller: net.Socket, called: net.Socket]>()
  const last: Record<Way, Buffer> = { there: Buffer.alloc(0), back: Buffer.alloc(0) }

  const server = net.createServer((caller) => {
    if (state === 'cut') return void caller.destroy()
    const called = net.connect(target(), '127.0.0.1')
    const pair = [caller, called] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      caller.destroy()
      called.destroy()
    }
    const pass = (way: Way, from: net.Socket, to: net.Socket): void => {
      from.setNoDelay(true)
      from.on('error', end)
      from.on('close', end)
      from.on('data', (bytes: Buffer) => {
        if (planned?.way !== way) {
          last[way] = bytes
          to.write(bytes)
          return
        }
        const { halfArrives } = planned
        planned = undefined
        if (!halfArrives) return end()
        to.write(bytes.subarray(0, bytes.length >> 1), () => end())
      })
      if (state === 'held') from.pause()
    }
    pass('there', caller, called)
    pass('back', called, caller)
  })
  const all = (): readonly net.Socket[] => [...pairs].flat()
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const port = (server.address() as net.AddressInfo).port

  return {
    port,
    cut() {
      state = 'cut'
      for (const socket of all()) socket.destroy()
    },
    hold() {
      state = 'held'
      for (const socket of all()) socket.pause()
    },
    restore() {
      state = 'open'
      planned = undefined
      for (const socket of all()) socket.resume()
    },
    breakOn(way, { halfArrives } = { halfArrives: false }) {
      planned = { way, halfArrives }
    },
    hasBroken: () => planned === undefined,
    lastBytes: (way) => last[way],
    inject(way, bytes) {
      const [caller, called] = [...pairs].at(-1) ?? []
      ;(way === 'there' ? called : caller)?.write(bytes)
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of all()) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
