import { Button, CloseButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconWorld } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '@stowage/texts'
import { useUser } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { keepLanguage } from './keep-language.ts'
import classes from './language-offer.module.css'

/** The way to the language that the browser asks for, in its own words, until somebody has chosen. */
export default function LanguageOffer({ wanted }: { readonly wanted: Language }) {
  const t = useTranslations('shell')
  const { language, choose } = useLanguage()
  const user = useUser()
  const client = useQueryClient()
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  const take = (picked: Language): void => {
    setGone(true)
    choose(picked)
    // As the switch does: mails come in it as well. The page is in it either way.
    if (picked !== language && user != null && user.impersonatedBy == null)
      keepLanguage(client, user.id, picked).catch(() => undefined)
  }
  return (
    <aside className={classes.offer} aria-label={t('language')}>
      <Button
        variant="subtle"
        lang={wanted}
        leftSection={<IconWorld size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => take(wanted)}
      >
        {t(`showIn.${wanted}`)}
      </Button>
      <CloseButton aria-label={t('close')} className={classes.close} onClick={() => take(language)} />
    </aside>
  )
}
