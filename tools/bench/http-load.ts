import net from 'node:net'

/** A call as the load sends it; the path begins with a slash. */
export interface LoadCall {
  readonly method: string
  readonly path: string
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** In place of `body`: the body as it is, whose kind stands in the headers. */
  readonly text?: string
}

export interface LoadAnswer {
  readonly status: number
  readonly body: Buffer
  readonly headers: string
  readonly milliseconds: number
}

export interface Caller {
  call(call: LoadCall): Promise<LoadAnswer>
  close(): void
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * One keep-alive connection, one call at a time. Written on a bare socket: node:http's client costs more than the servers
 * that are measured, and would be measured with them.
 */
export async function openCaller(port: number): Promise<Caller> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: { done(answer: LoadAnswer): void; failed(error: Error): void; since: number } | undefined
  let parts: Buffer[] = []
  let have = 0
  let head: { status: number; length: number; text: string; size: number } | undefined

  const failed = (error: Error): void => {
    waiting?.failed(error)
    waiting = undefined
  }
  socket.on('error', failed)
  socket.on('close', () => failed(new Error('the server closed the connection')))
  socket.on('data', (part: Buffer) => {
    parts.push(part)
    have += part.length
    if (!head) {
      const bytes = parts.length === 1 ? part : Buffer.concat(parts)
      parts = [bytes]
      const end = bytes.indexOf(END_OF_HEAD)
      if (end === -1) return
      head = readHead(bytes.toString('latin1', 0, end), end + END_OF_HEAD.length)
    }
    if (have < head.size + head.length) return
    const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    const { status, text, size, length } = head
    const milliseconds = performance.now() - (waiting?.since ?? 0)
    const done = waiting?.done
    parts = []
    have = 0
    head = undefined
    waiting = undefined
    done?.({ status, headers: text, body: bytes.subarray(size, size + length), milliseconds })
  })

  return {
    call: ({ method, path, token, headers = {}, body, text: given }) =>
      new Promise<LoadAnswer>((done, reject) => {
        const text = given ?? (body === undefined ? '' : JSON.stringify(body))
        const lines = [
          `${method} ${path} HTTP/1.1`,
          'host: 127.0.0.1',
          ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          ...(body === undefined ? [] : ['content-type: application/json']),
          ...(text === '' ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
        ]
        waiting = { done, failed: reject, since: performance.now() }
        socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`)
      }),
    close() {
      socket.removeAllListeners('close')
      socket.destroy()
    },
  }
}

function readHead(
  text: string,
  size: number,
): { status: number; length: number; text: string; size: number } {
  const status = Number(text.slice(9, 12))
  const found = /\r\ncontent-length: *(\d+)/i.exec(text)
  if (!found && status !== 304 && status !== 204)
    throw new Error(`an answer without a length: ${text.slice(0, 200)}`)
  return { status, length: status === 304 ? 0 : Number(found?.[1] ?? 0), text, size }
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly count: number
  readonly seconds: number
  readonly statuses: Readonly<Record<string, number>>
  /** Of the last body. */
  readonly bytes: number
}

/**
 * So many connections, each with its next call as soon as the last one is answered, until `next` has none or the time
 * is over.
 * @param options.expected a status that is the right answer; anything else throws with what the server said
 */
export async function load(options: {
  readonly port: number
  readonly connections: number
  readonly next: (index: number) => LoadCall | undefined
  readonly seconds?: number
  readonly expected?: number
  readonly answered?: (answer: LoadAnswer, index: number) => void
}): Promise<LoadResult> {
  const callers = await Promise.all(
    Array.from({ length: options.connections }, async () => await openCaller(options.port)),
  )
  const taken: number[] = []
  const statuses: Record<string, number> = {}
  let bytes = 0
  let index = 0
  const begin = performance.now()
  const until = options.seconds === undefined ? Infinity : begin + options.seconds * 1000
  const work = async (caller: Caller): Promise<void> => {
    while (performance.now() < until) {
      const mine = index
      index += 1
      const call = options.next(mine)
      if (!call) return
      const answer = await caller.call(call)
      if (options.expected !== undefined && answer.status !== options.expected)
        throw new Error(
          `${call.method} ${call.path}: ${answer.status} ${answer.body.toString().slice(0, 500)}`,
        )
      taken.push(answer.milliseconds)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      bytes = answer.body.length
      options.answered?.(answer, mine)
    }
  }
  try {
    await Promise.all(callers.map(work))
  } finally {
    for (const caller of callers) caller.close()
  }
  const seconds = (performance.now() - begin) / 1000
  taken.sort((a, b) => a - b)
  return {
    perSecond: taken.length / seconds,
    p50: percentile(taken, 50),
    p99: percentile(taken, 99),
    count: taken.length,
    seconds,
    statuses,
    bytes,
  }
}

/** @param sorted ascending */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
