import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getSecondFactor } from '@stowage/api/second-factor'
import { keyOf, queryOf, useRefreshUser } from '../../client/index.ts'
import { useFormat } from '../../i18n/index.ts'
import { AskedSection, Pill, SkeletonRows } from '../../ui/index.ts'
import { FactorDialog, type FactorDeed } from './factor-dialog.tsx'
import classes from './security.module.css'

/** The second factor of one's own sign-in: set up, new recovery codes, removed where the role allows it. */
export function FactorCard() {
  const t = useTranslations('security.factor')
  const format = useFormat()
  const client = useQueryClient()
  const refreshUser = useRefreshUser()
  const query = useQuery(queryOf(getSecondFactor))
  const [deed, setDeed] = useState<FactorDeed>()
  const close = (): void => {
    setDeed(undefined)
    void client.invalidateQueries({ queryKey: keyOf(getSecondFactor) })
    void refreshUser()
  }
  return (
    <AskedSection
      id="second-factor"
      title={t('title')}
      query={query}
      skeleton={<SkeletonRows rows={2} />}
      {...(query.data && {
        aside: (
          <Pill
            tone={query.data.isOn ? 'green' : 'gray'}
            icon={query.data.isOn ? IconShieldCheck : IconShieldOff}
          >
            {query.data.isOn ? t('on') : t('off')}
          </Pill>
        ),
      })}
    >
      {({ isOn, since, recoveryCodesLeft, isRequired }) => (
        <>
          <p className={classes.text}>
            {!isOn
              ? t('lead')
              : [
                  since && t('since', { day: format.longDay(since.slice(0, 10)) }),
                  recoveryCodesLeft > 0 ? t('left', { count: recoveryCodesLeft }) : t('none'),
                  isRequired && t('required'),
                ]
                  .filter(Boolean)
                  .join(' ')}
          </p>
          <div className={classes.actions}>
            {!isOn && (
              <Button variant="light" onClick={() => setDeed('setUp')}>
                {t('setUp')}
              </Button>
            )}
            {isOn && (
              <Button variant="default" onClick={() => setDeed('renew')}>
                {t('renew')}
              </Button>
            )}
            {isOn && !isRequired && (
              <Button variant="subtle" color="gray" onClick={() => setDeed('remove')}>
                {t('remove')}
              </Button>
            )}
          </div>
          {deed !== undefined && <FactorDialog deed={deed} onClose={close} />}
        </>
      )}
    </AskedSection>
  )
}
