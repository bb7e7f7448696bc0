import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

const next = { auto: 'light', light: 'dark', dark: 'auto' } as const
const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const

/** Goes through: like the system, light, dark. What is chosen is kept for this browser. */
export function SchemeSwitch() {
  const t = useTranslations('shell.scheme')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  const name = `${t('label')}: ${t(colorScheme)}`
  return (
    <ActionIcon size={36} aria-label={name} title={name} onClick={() => setColorScheme(next[colorScheme])}>
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  )
}
