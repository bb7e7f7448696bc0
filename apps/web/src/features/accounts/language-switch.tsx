import { useQueryClient } from '@tanstack/react-query'
import { IconWorld } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { languages } from '@stowage/texts'
import { useUser } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { QuietSelect } from '../../ui/index.ts'
import { onlyLast } from './only-last.ts'

/** One for all switches of the page: a narrow screen and a wide one have one each. */
const inTurn = onlyLast()

interface LanguageSwitchProps {
  readonly short?: boolean
  readonly onTeal?: boolean
}

/** Kept in this browser, and with the account of who is signed in: mails and papers come in the same language. */
export function LanguageSwitch({ short = false, onTeal = false }: LanguageSwitchProps) {
  const t = useTranslations('shell')
  const { language, choose } = useLanguage()
  const user = useUser()
  const client = useQueryClient()
  const isOwn = user != null && user.impersonatedBy == null
  return (
    <QuietSelect
      label={t('language')}
      icon={<IconWorld size={18} stroke={1.75} aria-hidden="true" />}
      value={language}
      short={short}
      onTeal={onTeal}
      options={languages.map((value) => ({
        value,
        label: t(`languages.${value}`),
        short: value.toUpperCase(),
      }))}
      onChange={(value) => {
        choose(value)
        if (!isOwn) return
        // The switch has worked either way; only mails would come in the old language.
        inTurn(async () => {
          const { keepLanguage } = await import('./keep-language.ts')
          await keepLanguage(client, user.id, value)
        })
      }}
    />
  )
}
