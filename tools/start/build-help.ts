import { say } from './lifetime.ts'

/**
 * Builds the documentation that the server shows under /help, where it is missing or older than its sources. Without it
 * everything else works, so nothing here ends a start: an installation without development packages serves what was built for it.
 */
export async function buildHelpIfNeeded(): Promise<void> {
  try {
    const { buildSiteIfNeeded } = await import('../docs/build-site.ts')
    buildSiteIfNeeded()
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return
    say('The help is not built anew; npm run docs says what stands in its way')
  }
}
