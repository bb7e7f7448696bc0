import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { countCharacters } from '@stowage/domain/characters'
import { notificationTypes } from '@stowage/api/notification-types'
import { BannerStrip, FieldRow, type Fields } from '../../../ui/index.ts'
import { notificationLengths, type NotificationValues } from './notification.ts'
import classes from './notifications.module.css'

/** Kind, words in both languages, who sees it, and how it will look (specification 2.14, 5). */
export function NotificationFields({ form }: { readonly form: Fields<NotificationValues> }) {
  const t = useTranslations('messages.notifications')
  const { values } = form
  const left = (name: keyof typeof notificationLengths): string =>
    t('length', { count: countCharacters(values[name].trim()), max: notificationLengths[name][1] })
  return (
    <>
      <NativeSelect
        label={t('type')}
        required
        data={notificationTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        {...form.text('type')}
      />
      {(['En', 'De'] as const).map((language) => (
        <FieldRow key={language}>
          <TextInput
            label={t(`title${language}`)}
            description={left(`title${language}`)}
            required
            autoComplete="off"
            {...form.text(`title${language}`)}
          />
          <Textarea
            label={t(`description${language}`)}
            description={left(`description${language}`)}
            required
            rows={3}
            {...form.text(`description${language}`)}
          />
        </FieldRow>
      ))}
      <Switch label={t('isActive')} description={t('isActiveHint')} {...form.tick('isActive')} />
      <Switch label={t('isGlobal')} description={t('isGlobalHint')} {...form.tick('isGlobal')} />
      <div className={classes.looks} aria-label={t('looks')} role="group">
        {(['En', 'De'] as const).map((language) => (
          <BannerStrip key={language} type={values.type}>
            <span lang={language.toLowerCase()} className={classes.words}>
              <strong>{values[`title${language}`].trim() || t(`title${language}`)}</strong>{' '}
              {values[`description${language}`]}
            </span>
          </BannerStrip>
        ))}
      </div>
    </>
  )
}
