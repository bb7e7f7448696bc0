import { once } from 'node:events'
import net from 'node:net'
import { freePort } from './free-port.ts'
import { StartError } from './lifetime.ts'

/**
 * Asked before anything starts: a busy port is found in a moment, not after a database and a demo.
 * @returns the port itself, or a free one for 0
 */
export async function openPort(port: number, host: string): Promise<number> {
  const server = net.createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    // Not the one that the system has just given: a call that goes out may have it before the server listens.
    return port === 0 ? await freePort(host) : port
  } catch (error) {
    throw portError(error, port, host)
  } finally {
    server.close()
  }
}

/** @returns the sentence for a port that cannot be listened on; any other error as it is */
function portError(error: unknown, port: number, host: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return new StartError(
      `PORT: something else already listens on ${host}:${port}. Stop it, or start with another one: PORT=${port + 1} npm start`,
    )
  if (code === 'EACCES')
    return new StartError(
      `PORT: this user may not listen on ${port}; choose one from 1024 up: PORT=3000 npm start`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(
      `HOST: ${host} is not an address of this machine (127.0.0.1: this machine only, 0.0.0.0: everybody)`,
    )
  return error
}
