import { type Figure } from './figures.ts'
import { measureSitePulses } from './measure-site-pulses.ts'
import { measureSiteRights } from './measure-site-rights.ts'
import { setSiteStage } from './site-stage.ts'

/** One product and two sites with real agents: how long a door takes, and how long a right. */
export async function measureSite(
  say: (text: string) => void,
  { rounds, execArgv }: { readonly rounds: number; readonly execArgv: readonly string[] },
): Promise<Figure[]> {
  const stage = await setSiteStage(say, execArgv)
  try {
    // Rights first: while they are measured everything gets warm.
    const rights = await measureSiteRights(stage)
    return [...(await measureSitePulses(stage, rounds, say)), ...rights]
  } finally {
    await stage.close()
  }
}
