import { Checkbox, Select, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { databaseKinds, kindOfPort, usualPort } from '@stowage/domain/database-kind'
import { FieldRow, FieldStack, PasswordField, type Fields } from '../../../ui/index.ts'
import type { StockValues } from './stock-values.ts'
import classes from './settings.module.css'

interface NetworkProps {
  readonly form: Fields<StockValues>
  /** Router, ports and database: a superUser's only (decision 10). */
  readonly isTechnical: boolean
  readonly hasKeptPassword?: boolean
}

const machine = { autoComplete: 'off', spellCheck: false } as const

/** Wi-Fi for people, addresses for machines. */
export function NetworkFields({ form, isTechnical, hasKeptPassword = false }: NetworkProps) {
  const t = useTranslations('sites.network')
  return (
    <FieldStack>
      <p className={classes.note}>{t('lead')}</p>
      <FieldRow>
        <TextInput label={t('wifiName')} {...machine} {...form.text('wifiNetworkName')} />
        <TextInput label={t('wifiPassword')} {...machine} {...form.text('wifiPassword')} />
      </FieldRow>
      <TextInput
        label={t('offline')}
        inputMode="url"
        placeholder="http://192.168.1.10/"
        {...machine}
        {...form.text('offlineAppUrl')}
      />
      {isTechnical && (
        <>
          <FieldRow>
            <TextInput label={t('router')} {...machine} {...form.text('routerIp')} />
            <TextInput label={t('port')} inputMode="numeric" {...machine} {...form.text('servicePort')} />
          </FieldRow>
          <fieldset className={classes.group}>
            <legend>{t('db')}</legend>
            <FieldRow>
              <TextInput label={t('dbServer')} {...machine} {...form.text('dbServer')} />
              <TextInput label={t('dbPort')} inputMode="numeric" {...machine} {...form.text('dbPort')} />
              <TextInput label={t('dbName')} {...machine} {...form.text('dbName')} />
            </FieldRow>
            <FieldRow>
              <TextInput label={t('dbUsername')} {...machine} {...form.text('dbUsername')} />
              <PasswordField
                size="md"
                label={t('dbPassword')}
                description={hasKeptPassword ? t('dbKept') : t('dbNone')}
                autoComplete="new-password"
                disabled={form.values.forgetsDbPassword}
                {...form.text('dbPassword')}
              />
            </FieldRow>
            <FieldRow>
              <Select
                label={t('dbKind')}
                description={form.values.dbKind === 'mssql' ? t('dbExperimental') : undefined}
                data={[
                  {
                    value: '',
                    label: t('dbByPort', { kind: kindOfPort(Number(form.values.dbPort) || null) }),
                  },
                  ...databaseKinds.map((value) => ({
                    value,
                    label: t('dbKinds', { kind: value, port: String(usualPort(value)) }),
                  })),
                ]}
                allowDeselect={false}
                value={form.values.dbKind}
                onChange={(value) => form.set('dbKind', databaseKinds.find((kind) => kind === value) ?? '')}
              />
            </FieldRow>
            <Checkbox
              label={t('dbTakesCommands')}
              description={t('dbTakesCommandsHint')}
              {...form.tick('dbTakesCommands')}
            />
            {hasKeptPassword && <Checkbox label={t('dbForget')} {...form.tick('forgetsDbPassword')} />}
          </fieldset>
        </>
      )}
    </FieldStack>
  )
}
