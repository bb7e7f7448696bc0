import http from 'node:http'
import { vi } from 'vitest'
import type { RawMessage, ReadMessage, Reply } from '../processor.ts'
import { close, listen } from './cut-line.ts'

export type Genuine = Extract<ReadMessage, { verdict: 'genuine' }>

/** Takes a processor's messages as they come over the line, and answers as the adapter says. */
export interface Catcher {
  readonly url: string
  /** Set before the first message comes. */
  read: (raw: RawMessage) => ReadMessage
  readonly caught: readonly { readonly raw: RawMessage; readonly read: ReadMessage }[]
  /** The first genuine message that fits, once it has come. */
  waitFor(fits: (message: Genuine) => boolean): Promise<{ raw: RawMessage; read: Genuine }>
  close(): Promise<void>
}

const REFUSED: Reply = { status: 400, text: 'not accepted' }

export async function catchMessages(): Promise<Catcher> {
  const caught: { raw: RawMessage; read: ReadMessage }[] = []
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const raw: RawMessage = {
        body: Buffer.concat(parts),
        header: (name) => {
          const value = request.headers[name.toLowerCase()]
          return Array.isArray(value) ? value.join(',') : value
        },
      }
      const read = catcher.read(raw)
      caught.push({ raw, read })
      const reply = read.verdict === 'genuine' ? read.accepted : REFUSED
      response.writeHead(reply.status, { 'content-type': 'text/plain' }).end(reply.text)
    })
  })
  const port = await listen(server)
  const catcher: Catcher = {
    url: `http://127.0.0.1:${port}/messages`,
    read: () => ({ verdict: 'malformed', kept: {} }),
    caught,
    waitFor: async (fits) =>
      await vi.waitFor(
        () => {
          for (const { raw, read } of caught)
            if (read.verdict === 'genuine' && fits(read)) return { raw, read }
          throw new Error(`no such message among ${caught.length}`)
        },
        { timeout: 30_000, interval: 10 },
      ),
    close: async () => await close(server),
  }
  return catcher
}
