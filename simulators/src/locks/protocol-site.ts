import type { SiteFaultName } from '@stowage/api/simulators'
import type { RunningSite, SiteControl } from '../console/site-control.ts'
import type { SiteSetup } from '../kept-setup.ts'
import { startLocksServer, type LocksServerOptions } from './start-locks-server.ts'

/** A site that only speaks the protocol, without agent and hardware: quick to start, for tests. */
export async function startProtocolSite(
  site: SiteSetup,
  options: Pick<LocksServerOptions, 'host' | 'port' | 'stateDir' | 'eventsUrl' | 'closeAfterSeconds'>,
): Promise<RunningSite> {
  const { siteId, secret, keyId, locks } = site
  const server = await startLocksServer({ ...options, siteId, secret, keyId, locks })
  const { control } = server
  let fault: SiteFaultName = 'none'
  const forConsole: SiteControl = {
    ...control,
    // It has no page for PINs.
    boxesWithPin: () => [],
    fault: () => fault,
    setFault: async (wanted, slowMs) => {
      fault = wanted
      control.setDown(wanted === 'down' || wanted === 'cable')
      control.setOffline(wanted === 'offline')
      control.setClockDrift(wanted === 'clock' ? 300 : 0)
      Object.assign(control.faults, {
        slowMs: wanted === 'slow' ? slowMs : 0,
        // Until it is taken back: a fault that ends by itself after one opening is missed by whoever watches.
        loseAnswers: wanted === 'loseAnswer' ? Number.POSITIVE_INFINITY : 0,
        garbage: wanted === 'garbage',
        wrongSignature: wanted === 'wrongSignature',
        maintenance: wanted === 'maintenance',
      })
      if (wanted === 'none') for (const { id } of control.controllers()) control.setController(id, 'online')
    },
  }
  return {
    name: site.name ?? siteId,
    host: server.host,
    port: server.port,
    control: forConsole,
    close: server.close,
  }
}
