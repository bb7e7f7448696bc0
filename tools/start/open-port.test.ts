import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from './lifetime.ts'
import { openPort } from './open-port.ts'

const host = '127.0.0.1'

test('a port for whoever names none is one that no call which goes out takes before the server listens', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, async () => await openPort(0, host)))
  for (const port of ports) {
    expect(port).toBeGreaterThan(1023)
    expect(port).toBeLessThan(32_768)
  }
})

test('a busy port, and an address of another machine, are said in a sentence', async () => {
  const server = net.createServer().listen(0, host)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const busy = openPort(port, host)
  await expect(busy).rejects.toBeInstanceOf(StartError)
  await expect(busy).rejects.toThrow(`something else already listens on ${host}:${port}`)
  await expect(openPort(0, '192.0.2.1')).rejects.toThrow('is not an address of this machine')
})
