import net from 'node:net'
import { once } from 'node:events'
import modbus from 'modbus-serial'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLockHardware, type LockHardware } from './start-lock-hardware.ts'

// Asked by somebody else's client, and by frames whose checksums were taken from boards.

let hardware: LockHardware
let client: InstanceType<typeof modbus.default>
beforeEach(async () => {
  hardware = await startLockHardware({
    buses: [
      {
        bus: 1,
        protocol: 'modbus-tcp',
        boards: [
          { no: 1, unitId: 1, outputs: 8, exits: { 2: 9 } },
          { no: 2, unitId: 2, outputs: 32, coilBase: 16, inputBase: 100, inputInverted: true },
        ],
      },
      { bus: 2, protocol: 'modbus-rtu-over-tcp', boards: [{ no: 1, unitId: 1, outputs: 8 }] },
    ],
    closeAfterMs: 60_000,
  })
  client = new modbus.default()
  client.on('error', () => undefined)
  await client.connectTCP('127.0.0.1', { port: hardware.port(1) })
  client.setTimeout(5000)
  client.setID(1)
})
afterEach(async () => {
  client.destroy(() => undefined)
  await hardware.close()
})

/** What comes back for bytes on the serial bus. */
async function exchange(...frames: string[]): Promise<string> {
  const socket = net.connect(hardware.port(2), '127.0.0.1')
  for (const frame of frames) socket.write(Buffer.from(frame.replaceAll(' ', ''), 'hex'))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return bytes.toString('hex').toUpperCase()
}

test('a coil that is put on opens its door, and its contact goes open', async () => {
  expect((await client.readDiscreteInputs(0, 8)).data).toEqual(Array.from({ length: 8 }, () => true))
  await client.writeCoil(2, true)
  expect(hardware.control.door('1:01:03')).toMatchObject({ position: 'opened', pulses: 1, energised: true })
  expect((await client.readDiscreteInputs(0, 8)).data).toEqual([
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    true,
  ])
  expect((await client.readCoils(0, 8)).data).toEqual([false, false, true, false, false, false, false, false])
  await client.writeCoil(2, true)
  expect(hardware.control.door('1:01:03').pulses).toBe(1)
  await client.writeCoil(2, false)
  expect(hardware.control.door('1:01:03').energised).toBe(false)
})

test('bases, contacts the other way round, many coils at once', async () => {
  client.setID(2)
  expect((await client.readDiscreteInputs(100, 32)).data).toEqual(Array.from({ length: 32 }, () => false))
  await client.writeCoils(16, [true, false, false, true])
  await client.writeCoils(16, [false, false, false, false])
  expect((await client.readDiscreteInputs(100, 4)).data.slice(0, 4)).toEqual([true, false, false, true])
  expect(hardware.control.door('1:02:01')).toMatchObject({ pulses: 1, energised: false })
})

test.each([
  ['a coil beyond the last', () => client.writeCoil(8, true), 2],
  ['a range beyond the last', () => client.readCoils(0, 9), 2],
  ['a contact beyond the last', () => client.readDiscreteInputs(9, 1), 2],
  ['many coils beyond the last', () => client.writeCoils(7, [true, true]), 2],
  ['registers, which it has not', () => client.readHoldingRegisters(0, 1), 1],
])('%s is refused', async (_what, ask, code) => {
  await expect(ask()).rejects.toMatchObject({ modbusCode: code })
  expect(hardware.control.doors().every((door) => door.pulses === 0)).toBe(true)
})

test('a unit that nobody has stays silent', async () => {
  client.setTimeout(300)
  client.setID(9)
  await expect(client.readCoils(0, 1)).rejects.toMatchObject({ errno: 'ETIMEDOUT' })
})

test('the button inside opens its door and is seen while it is pressed', async () => {
  hardware.control.openDoor('1:01:02')
  expect((await client.readDiscreteInputs(8, 1)).data[0]).toBe(true)
  expect(hardware.control.door('1:01:02')).toMatchObject({ position: 'opened', pulses: 0 })
  await vi.waitFor(async () => expect((await client.readDiscreteInputs(8, 1)).data[0]).toBe(false), {
    timeout: 30_000,
    interval: 20,
  })
})

test('doors fall shut, stay open, stay shut', async () => {
  hardware.control.setCloseAfterMs(40)
  hardware.control.setStaysOpen('1:01:02', true)
  hardware.control.setJammed('1:01:03', true)
  await client.writeCoils(0, [true, true, true])
  const positions = () => [1, 2, 3].map((no) => hardware.control.door(`1:01:0${no}`).position)
  expect(positions()).toEqual(['opened', 'opened', 'closed'])
  await vi.waitFor(() => expect(positions()).toEqual(['closed', 'opened', 'closed']), {
    timeout: 30_000,
    interval: 5,
  })
  hardware.control.setStaysOpen('1:01:02', false)
  await vi.waitFor(() => expect(positions()).toEqual(['closed', 'closed', 'closed']), {
    timeout: 30_000,
    interval: 5,
  })
})

test('frames of a serial line, with the checksums of boards', async () => {
  expect(await exchange('01 05 0000 FF00 8C3A')).toBe('01050000FF008C3A')
  expect(hardware.control.door('2:01:01')).toMatchObject({ pulses: 1, position: 'opened' })
  expect(await exchange('01 05 0200 0007 8DB0')).toBe('0105020000078DB0')
  expect(await exchange('01 02 0000 0008 79CC')).toMatch(/^010201FE/)
})

test('a wrong checksum is not answered; the frame after the noise is', async () => {
  expect(await exchange('01 05 0000 FF00 8C3B', 'FF 13 37', '01 02 0000 0008 79CC')).toMatch(/^010201FF/)
  expect(hardware.control.door('2:01:01').pulses).toBe(0)
})

test('a cut cable refuses connections, and the same port is there again afterwards', async () => {
  const port = hardware.port(1)
  await hardware.control.setBusDown(1, true)
  hardware.control.setControllerDead(2, 1, true)
  expect(hardware.control.buses()).toMatchObject([
    { bus: 1, isDown: true, controllers: [{ no: 1, isDead: false }, { no: 2 }] },
    { bus: 2, isDown: false, controllers: [{ no: 1, unitId: 1, isDead: true }] },
  ])
  const refused = net.connect(port, '127.0.0.1')
  await expect(once(refused, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await hardware.control.setBusDown(1, false)
  const again = net.connect(port, '127.0.0.1')
  await once(again, 'connect')
  again.destroy()
})

test('a bus or door that is not there is an error', () => {
  expect(() => hardware.control.forceOpen('1:09:01')).toThrow('no door 1:09:01')
  expect(() => hardware.control.faults(7)).toThrow('no bus 7')
})
