import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { getSite } from '@stowage/api/sites'
import { keyOf, queryOf, useRealtime } from '../../../client/index.ts'
import { AskedSection, Pill } from '../../../ui/index.ts'
import type { Stock } from '../stocks/stock.ts'
import { CertificateFacts } from './certificate-facts.tsx'
import { HealthFacts } from './health-facts.tsx'
import { HolderChoice } from './holder-choice.tsx'
import { NewPins } from './new-pins.tsx'
import { PairingDialog } from './pairing-dialog.tsx'
import { useUnpair } from './use-unpair.ts'
import { Warnings } from './warnings.tsx'
import classes from './site.module.css'

type Setup = Answer<typeof getSite>

const againMs = 15_000

/** The locks server of a warehouse: paired or not, how it is, and what somebody should look at. */
export function HealthSection({ stock, maySetUp }: { readonly stock: Stock; readonly maySetUp: boolean }) {
  const t = useTranslations('site.health')
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(getSite, { params: { id: stock.id } }),
    refetchInterval: againMs,
    meta: { quiet: true },
  })
  useRealtime('SITE_CHANGED', ({ stockId }) => {
    if (stockId === stock.id) void client.invalidateQueries({ queryKey: keyOf(getSite) })
  })
  const [isPairing, setPairing] = useState(false)
  const { ask: askUnpair, isBusy } = useUnpair(stock)
  const site = query.data
  return (
    <AskedSection
      id="server"
      title={t('title')}
      query={query}
      {...(site !== undefined && site.warnings.length > 0 ? { tone: 'amber' as const } : {})}
      aside={site !== undefined && <State site={site} />}
      foot={
        maySetUp &&
        site !== undefined && (
          <div className={classes.deeds}>
            <Button variant={site.isPaired ? 'default' : 'filled'} onClick={() => setPairing(true)}>
              {site.isPaired ? t('pairAgain') : t('pair')}
            </Button>
            {site.isPaired && (
              <Button variant="subtle" color="red" loading={isBusy} onClick={() => void askUnpair()}>
                {t('unpair')}
              </Button>
            )}
          </div>
        )
      }
    >
      {(found) => (
        <>
          <Warnings site={found} stock={stock} />
          {maySetUp && found.otherHolder != null && <HolderChoice stock={stock} other={found.otherHolder} />}
          {!found.isPaired && <p className={classes.lead}>{t('notPairedText')}</p>}
          {maySetUp && found.pinsAtRisk > 0 && <NewPins stock={stock} pins={found.pinsAtRisk} />}
          {found.isPaired && found.health === null && <p className={classes.lead}>{t('neverHeard')}</p>}
          {found.health != null && (
            <HealthFacts health={found.health} site={found} timeZone={stock.timeZone} />
          )}
          {found.certificate != null && (
            <CertificateFacts certificate={found.certificate} timeZone={stock.timeZone} />
          )}
          <PairingDialog
            stock={stock}
            isPaired={found.isPaired}
            pairedAt={found.pairedAt ?? null}
            isOpen={isPairing}
            onClose={() => setPairing(false)}
          />
        </>
      )}
    </AskedSection>
  )
}

function State({ site }: { readonly site: Setup }) {
  const t = useTranslations('site.health')
  if (!site.isPaired)
    return (
      <Pill tone="gray" icon={IconPlugConnectedX}>
        {t('notPaired')}
      </Pill>
    )
  if (!site.isOk)
    return (
      <Pill tone="amber" icon={IconPlugConnectedX}>
        {t('away')}
      </Pill>
    )
  return (
    <Pill tone="green" icon={site.warnings.length > 0 ? IconPlugConnected : IconCircleCheck}>
      {t('answers')}
    </Pill>
  )
}
