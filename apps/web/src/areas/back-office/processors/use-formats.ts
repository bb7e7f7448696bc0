import { useTranslations } from 'use-intl'

/** What fields of a processor want, said where they are wrong. */
export function useFormats() {
  const t = useTranslations('processors.form')
  return {
    url: t('urlFormat'),
    secretKey: t('secretKeyFormat'),
    webhookSecret: t('webhookSecretFormat'),
  }
}
