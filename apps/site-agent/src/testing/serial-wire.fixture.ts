import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A serial port of this machine that ends at a TCP port, as a converter the other way round. */
export interface SerialWire {
  /** Of the device. */
  readonly path: string
  /** Until the device is there, or gone: it comes and goes with the TCP port. */
  until(isThere: boolean): Promise<void>
  close(): Promise<void>
}

/** Node cannot make a pseudo terminal; Python can. Where it is a wrapper, the one behind it starts ten times as fast. */
const python =
  process.platform === 'linux'
    ? spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim()
    : ''
export const hasSerialWire = Boolean(python)

const SCRIPT = `
import os, pty, select, socket, sys, time, tty
port, link = int(sys.argv[1]), sys.argv[2]
while os.getppid() != 1:
    try:
        far = socket.create_connection(('127.0.0.1', port))
    except OSError:
        time.sleep(0.01)
        continue
    far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.symlink(os.ttyname(slave), link)
    try:
        while True:
            ready = select.select([master, far], [], [], 1)[0]
            if far in ready:
                data = far.recv(512)
                if not data:
                    break
                os.write(master, data)
            if master in ready:
                far.sendall(os.read(master, 512))
            if os.getppid() == 1:
                break
    except OSError:
        pass
    far.close()
    os.close(master)
    os.close(slave)
    os.unlink(link)
`

export async function openSerialWire(port: number): Promise<SerialWire> {
  const folder = mkdtempSync(path.join(tmpdir(), 'serial-wire-'))
  const link = path.join(folder, 'tty')
  if (!python) throw new Error('no Python here')
  const wire = spawn(python, ['-S', '-E', '-c', SCRIPT, String(port), link], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const until = async (isThere: boolean): Promise<void> => {
    for (let waits = 0; existsSync(link) !== isThere; waits++) {
      if (waits > 6000) throw new Error(`the serial wire is not ${isThere ? 'there' : 'gone'}`)
      await sleep(5)
    }
  }
  await until(true)
  return {
    path: link,
    until,
    close: async () => {
      wire.kill('SIGKILL')
      await once(wire, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
