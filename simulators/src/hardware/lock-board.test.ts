import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLockHardware, type LockHardware } from './start-lock-hardware.ts'

let hardware: LockHardware
beforeEach(async () => {
  hardware = await startLockHardware({
    buses: [
      {
        bus: 1,
        protocol: 'lock-board',
        habits: { openAnswerMs: 10 },
        boards: [
          { no: 1, unitId: 1, outputs: 24 },
          { no: 2, unitId: 2, outputs: 32, inputInverted: true },
        ],
      },
    ],
    closeAfterMs: 60_000,
  })
})
afterEach(() => hardware.close())

async function exchange(frame: string): Promise<string> {
  const socket = net.connect(hardware.port(1), '127.0.0.1')
  socket.write(Buffer.from(frame.replaceAll(' ', ''), 'hex'))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return bytes.toString('hex').toUpperCase()
}

test('opens a lock, and answers with its contact', async () => {
  expect(await exchange('8A 01 01 11 9B')).toBe('8A0101008A')
  expect(hardware.control.door('1:01:01')).toMatchObject({ position: 'opened', pulses: 1 })
  hardware.control.setJammed('1:01:02', true)
  expect(await exchange('8A 01 02 11 98')).toBe('8A01021198')
})

test('reads one and all: three bytes for 24 locks, four for 32', async () => {
  expect(await exchange('80 01 01 33 B3')).toBe('8001011191')
  expect(await exchange('80 01 00 33 B2')).toBe('8001FFFFFF334D')
  hardware.control.forceOpen('1:01:02')
  expect(await exchange('80 01 00 33 B2')).toBe('8001FDFFFF334F')
  hardware.control.forceOpen('1:02:32')
  expect(await exchange('80 02 00 33 B1')).toBe('80020000008033 31'.replace(' ', ''))
})

test('a wrong checksum does nothing; the frame after it counts', async () => {
  expect(await exchange('8A 01 01 11 9C 80 01 01 33 B3')).toBe('8001011191')
  expect(hardware.control.door('1:01:01').pulses).toBe(0)
})

test('lock 0 is all of them', async () => {
  await exchange('8A 01 00 11 9A')
  const opened = hardware.control.doors().filter((door) => door.position === 'opened')
  expect(opened.map((door) => door.id.slice(0, 4))).toEqual(Array.from({ length: 24 }, () => '1:01'))
})
