import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { verifyAuditChain } from '@stowage/api/privacy'
import { call } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { BannerStrip } from '../../../ui/index.ts'

type Verdict = Answer<typeof verifyAuditChain>

/** The button, and what it found, until the page is left. */
export function useVerifyChain() {
  const t = useTranslations('privacy.chain')
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => await call(verifyAuditChain, {}),
  })
  return {
    button: (
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={18} stroke={1.75} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('button')}
      </Button>
    ),
    verdict: data === undefined ? null : <Said verdict={data} />,
  }
}

function Said({ verdict }: { readonly verdict: Verdict }) {
  const t = useTranslations('privacy.chain')
  const format = useFormat()
  const { checked, waiting, until, broken } = verdict
  if (broken != null)
    return (
      <BannerStrip type="danger">
        {t('broken', { id: broken.id, reason: t(`reasons.${broken.kind}`), checked })} {t('show')}
      </BannerStrip>
    )
  return (
    <BannerStrip type="success">
      {until == null
        ? t('empty')
        : t('whole', { at: format.instant(until, 'UTC'), checked, unsealed: waiting })}
    </BannerStrip>
  )
}
