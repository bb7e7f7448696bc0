import { useTranslations } from 'use-intl'

interface Device {
  readonly browser?: string | null | undefined
  readonly system?: string | null | undefined
}

/** "Firefox on Windows", as far as it is known. */
export function useDeviceName(): (device: Device) => string {
  const t = useTranslations('security.sessions')
  return ({ browser, system }) =>
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknown'))
}
