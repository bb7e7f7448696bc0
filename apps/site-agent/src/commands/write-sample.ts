import { writeFileSync } from 'node:fs'
import { ConfigFault } from '../config.ts'

/** A gate and a box on the outputs 1 and 2 of one relay board with a network socket. */
export const SAMPLE = {
  server: 'https://stowage.example.com',
  stateDir: '/var/lib/stowage-site',
  buses: [{ bus: 1, protocol: 'modbus', transport: { kind: 'tcp', host: '192.168.1.200', port: 502 } }],
  controllers: [{ bus: 1, no: 1, unitId: 1, outputs: 8, pulse: 'coil' }],
  locks: [
    { id: '1:01:01', kind: 'gate', name: 'Gate', hasContact: false },
    { id: '1:01:02', kind: 'box', name: 'A001' },
  ],
} as const

/** @throws ConfigFault where there is a file already (nobody's wiring is written over), and where there is no folder for it */
export function writeSample(file: string): void {
  try {
    writeFileSync(file, `${JSON.stringify(SAMPLE, undefined, 2)}\n`, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new ConfigFault([`${file} is there already and stays as it is`])
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new ConfigFault([`the folder of ${file} is missing: make it first`])
    throw error
  }
}
