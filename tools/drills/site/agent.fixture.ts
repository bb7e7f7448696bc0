import { startAgent } from '@stowage/site-agent/start-agent'
import { checkConfig } from '@stowage/site-agent/config'
import { SiteKeys } from '@stowage/site-agent/carriers/keys'

// The agent of one site in a process of its own, to be killed. It says where it listens, and lives until then.
const { SITE_CONFIG = '{}', SITE_KEYS = '{}' } = process.env
const agent = await startAgent(checkConfig(JSON.parse(SITE_CONFIG)), {
  keys: SiteKeys.parse(JSON.parse(SITE_KEYS)),
  limits: { distanceMs: 0, perMinute: 100_000 },
  firstPauseMs: 20,
})
process.stdout.write(`ready ${agent.directPort ?? 0}\n`)
