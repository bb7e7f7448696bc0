import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take ten seconds and more, the longest first. */
const LONGEST = [
  'tools/scenarios/permissions.test.ts',
  'tools/start/start.test.ts',
  'tools/simulate/http/http.test.ts',
  'tools/scenarios/random-history.test.ts',
  'tools/proof/quotes.test.ts',
  'tools/scenarios/kill-nine.test.ts',
  'tools/scenarios/hostile-input.test.ts',
  'tools/scenarios/crash-while-billing.test.ts',
  'tools/scenarios/pay-page-lease.test.ts',
  'tools/scenarios/mails.test.ts',
  'tools/postgres/start-postgres.test.ts',
]

/**
 * The order in which workers take test files. A long one that is taken last runs alone while the other workers have nothing to
 * do; Vitest knows how long each takes only where it ran before, and goes by size in a fresh checkout.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found === -1 ? LONGEST.length : found
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
