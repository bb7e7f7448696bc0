import { useTranslations } from 'use-intl'
import { FieldStack, FileField, type Fields } from '../../ui/index.ts'
import type { SignUpValues } from './sign-up-values.ts'
import classes from './accounts.module.css'

/** Passport and selfie may come with the sign-up; without them they are asked for when booking. */
export function SignUpDocuments({ form }: { readonly form: Fields<SignUpValues> }) {
  const t = useTranslations('accounts.signUp')
  const shell = useTranslations('shell')
  return (
    <fieldset className={classes.group}>
      <legend className={classes.groupLabel}>
        {t('documents')}, {shell('optional')}
      </legend>
      <p className={classes.groupHint}>{t('documentsHint')}</p>
      <FieldStack>
        <FileField
          label={t('passport')}
          capture="environment"
          value={form.values.passportFile}
          onChange={(file) => form.set('passportFile', file)}
          error={form.errors['passportFile']}
        />
        <FileField
          label={t('selfie')}
          capture="user"
          value={form.values.selfieFile}
          onChange={(file) => form.set('selfieFile', file)}
          error={form.errors['selfieFile']}
        />
      </FieldStack>
    </fieldset>
  )
}
