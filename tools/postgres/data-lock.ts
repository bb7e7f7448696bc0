import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { PostgresError } from './binaries.ts'

const running = (folder: string): PostgresError =>
  new PostgresError(
    `Stowage already runs on the data in ${folder}. Stop it first, or give this one another DATA_DIR.`,
  )

/**
 * Only looks, for a start that would otherwise stumble over what the running one holds besides, as its port.
 * @throws PostgresError naming the folder when another process holds it
 */
export async function refuseHeldFolder(folder: string): Promise<void> {
  if (!fs.existsSync(path.join(folder, 'lock.sock'))) return
  const handle = fs.openSync(folder, 'r')
  try {
    if (await answers(socketAddress(path.join(folder, 'lock.sock'), handle))) throw running(folder)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Holds a data folder for this process by a bound unix socket: who can connect meets a living owner; a socket nobody
 * answers on is left from a killed one and is taken over. A pid file would lie after a reboot or in a container.
 * PostgreSQL's own lock stays behind it as the last word.
 * @returns release
 * @throws PostgresError naming the folder when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const handle = fs.openSync(folder, 'r')
  const file = path.join(folder, 'lock.sock')
  const address = socketAddress(file, handle)
  if (await answers(address)) {
    fs.closeSync(handle)
    throw running(folder)
  }
  fs.rmSync(file, { force: true })
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  }).catch((error: unknown) => {
    // Two at once: the other was quicker between our look and our bind.
    throw new PostgresError(
      `The data in ${folder} cannot be locked (${String(error)}); is another Stowage starting on it?`,
    )
  })
  server.unref()
  return async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()))
    fs.closeSync(handle)
  }
}

/** A unix socket's path holds 107 bytes (103 on macOS), a checkout may lie deeper: then go by a shorter way to the same file. */
function socketAddress(file: string, folderHandle: number): string {
  const ways = [file, path.relative(process.cwd(), file)]
  if (process.platform === 'linux') ways.push(`/proc/self/fd/${folderHandle}/${path.basename(file)}`)
  const way = ways.find((entry) => Buffer.byteLength(entry) <= 100)
  if (way === undefined)
    throw new PostgresError(
      `The path ${path.dirname(file)} is too long for a socket; set DATA_DIR to a shorter one.`,
    )
  return way
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
