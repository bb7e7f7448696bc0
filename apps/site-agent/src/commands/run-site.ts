import { statSync } from 'node:fs'
import { readConfig } from '../config.ts'
import { createLog, said } from '../log.ts'
import { startAgent } from '../start-agent.ts'
import type { Surroundings } from './surroundings.ts'

/** Whose time says when the machine heard of the time last: systemd-timesyncd touches it each time, chrony writes it hourly. */
const NTP_MARKS = ['/run/systemd/timesync/synchronized', '/var/lib/chrony/chrony.drift'] as const

/** Runs the site until it is asked to stop. @returns the exit code: 0 when everything ended and is kept */
export async function runSite(configFile: string, around: Surroundings): Promise<number> {
  const log = createLog(around.out, around.isJournal ? 'journal' : 'terminal')
  const stopping = around.stopping()
  const agent = await startAgent(readConfig(configFile), { log, ntpAt })
  around.onReread(() => {
    agent
      .reread()
      .catch((error: unknown) => log.error('its files were not read again', { reason: said(error) }))
  })
  around.onStarted()
  const signal = await stopping
  log.info('the site agent stops', { signal })
  try {
    await agent.close()
  } catch (error) {
    log.error('it did not stop cleanly', { reason: said(error) })
    return 1
  }
  log.info('the site agent has stopped')
  return 0
}

function ntpAt(): number | undefined {
  for (const file of NTP_MARKS)
    try {
      return statSync(file).mtimeMs
    } catch {
      // Not there, or not for this user to see: the next one, or the server says what time it is.
    }
  return undefined
}
