import http from 'node:http'
import https from 'node:https'
import type { Config } from '../../platform/config.ts'
import { pushWay } from '../../platform/outgoing-purposes.ts'

/** They answer in far less; whoever takes longer takes the time of everybody else. */
const TIMEOUT_MS = 5_000

/**
 * Posts to a push service. What its name resolves to is checked at the moment of the call, so that a name cannot lead inside
 * by pointing elsewhere the second time; redirects are not followed, the answer is not read.
 * @param signal gives up when the process stops
 * @returns its status; 'late' where it did not answer in time
 */
export async function postPush(
  lists: Pick<Config, 'pushHosts' | 'pushStandIns'>,
  endpoint: string,
  headers: Readonly<Record<string, string | number>>,
  body: Uint8Array,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<number | 'late'> {
  const way = pushWay(lists)
  if (!way.mayCall(endpoint)) throw new Error('not an address of a push service')
  const url = new URL(endpoint)
  const lookup = way.lookup(endpoint)
  const limit = AbortSignal.timeout(timeoutMs)
  const { request } = url.protocol === 'http:' ? http : https
  return await new Promise<number | 'late'>((done, failed) => {
    const outgoing = request(
      url,
      { method: 'POST', headers: { ...headers }, lookup, signal: AbortSignal.any([limit, signal]) },
      (answer) => {
        answer.destroy()
        done(answer.statusCode ?? 0)
      },
    )
    outgoing.on('error', (error) => {
      if (limit.aborted && !signal.aborted) done('late')
      else failed(error)
    })
    // Also of an answer that is none (101, another protocol from here on), of which nothing else is told.
    outgoing.on('close', () => failed(new Error('the connection was cut')))
    outgoing.end(body)
  })
}
