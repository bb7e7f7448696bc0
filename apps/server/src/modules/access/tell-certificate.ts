import { CertificateTold, readCertificate, type CertificateKnown } from '@stowage/lsp/certificate'
import * as z from 'zod/mini'
import { note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { siteAlarm, siteChanged } from './events.ts'
import { malformed, type AnswerSite } from './site-gateway.ts'
import { putCertificate } from './site-store.ts'
import type { Sites } from './sites.ts'

export interface Certificates {
  /** PUT: from now on the site is called by this one. */
  readonly take: AnswerSite
  /** GET: which one is known. */
  readonly tell: AnswerSite
}

export interface CertificateParts {
  readonly platform: Platform
  readonly sites: Sites
  /** A site may be reachable by it: it is asked how it is. */
  readonly told: (stockId: string) => void
}

type Known = z.output<typeof CertificateKnown>

/**
 * The certificate by which a site is called (docs/protocols/lsp.md 2), told by the site itself under its key: at its start and whenever
 * it comes back. Who has the key could answer in the site's place anyway; who has not cannot change what it is called by. One that
 * takes another's place is told to people, for it may be somebody with a stolen key.
 */
export function createCertificates({ platform, sites, told }: CertificateParts): Certificates {
  async function knownFor(siteId: string, keyId: string): Promise<string | null> {
    const key = (await sites.keys(siteId))?.keys.find((one) => one.keyId === keyId)
    return key?.certificate ?? null
  }
  const answerOf = (certificate: string | null): { status: number; content: Known } => ({
    status: 200,
    content: { fingerprint: fingerprint(certificate) },
  })

  return {
    tell: async ({ siteId, keyId }) => answerOf(await knownFor(siteId, keyId)),
    async take({ siteId, keyId, signedAt, content, address }) {
      const given = z.safeParse(CertificateTold, content)
      if (!given.success) return malformed(given.error)
      const read = readCertificate(given.data.certificate)
      if (!read) return { status: 400, content: { error: 'malformed', field: 'certificate' } }
      const { pem: certificate } = read
      // Told at every start, by every site: what is known already costs nothing.
      if ((await knownFor(siteId, keyId)) === certificate) return answerOf(certificate)
      const change = await platform.transact(async (tx) => {
        const put = await putCertificate(tx, {
          stockId: siteId,
          keyId,
          certificate,
          saidAt: signedAt,
          at: machineNow(),
        })
        if (!put || put.before === certificate) return put
        const { clock } = platform
        const about = { subjectType: 'stock', subjectId: siteId, stockId: siteId } as const
        const [before, after] = [fingerprint(put.before), read.fingerprint]
        note(
          tx,
          clock,
          { actorId: null, address },
          {
            action: 'site-certificate-told',
            ...about,
            before: { fingerprint: before },
            after: { fingerprint: after, keyId },
          },
        )
        const event = { aggregate: `site:${siteId}`, stockId: siteId, at: clock.now() }
        publish(tx, fact(siteChanged, { ...event, payload: { stockId: siteId } }))
        if (before !== null) {
          const at = clock.now().toString()
          const payload = { stockId: siteId, kind: 'certificate', name: null, at } as const
          publish(tx, fact(siteAlarm, { ...event, payload }))
          platform.log.warn(
            { siteId, address, keyId, before, after },
            'a site has told another certificate than before',
          )
        }
        await sites.changed(tx, siteId)
        return put
      })
      if (!change) {
        sites.forget(siteId)
        return { status: 409, content: { error: 'older' } }
      }
      sites.forget(siteId)
      told(siteId)
      return answerOf(certificate)
    },
  }
}

const fingerprint = (certificate: string | null): string | null =>
  certificate === null ? null : (readCertificate(certificate)?.fingerprint ?? null)
