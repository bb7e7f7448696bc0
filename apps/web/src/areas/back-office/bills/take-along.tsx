import { Button, TextInput } from '@mantine/core'
import { IconDownload, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { mailMonthlyBills, monthlyBillsArchive, monthlyBillsToken } from '@stowage/api/monthly-bills'
import { addressOf, answeredOnce, call, useUser } from '../../../client/index.ts'
import { useFormat, useLanguage } from '../../../i18n/index.ts'
import { Money, Section, toast, useErrorText } from '../../../ui/index.ts'
import { rememberedEmail, rememberEmail, sumsOf, type Bill, type WantedBills } from './bills.ts'
import classes from './bills.module.css'

interface TakeAlongProps {
  readonly wanted: WantedBills
  readonly bills: readonly Bill[]
}

/** A month as one archive, to this device or to an address; and what it comes to. */
export function TakeAlong({ wanted, bills }: TakeAlongProps) {
  const t = useTranslations('bills')
  const format = useFormat()
  return (
    <Section
      title={t('takeAlong', { month: format.month(wanted.month) })}
      aside={
        <span className={classes.sums}>
          {sumsOf(bills).map((sum) => (
            <Money key={sum.currency} value={sum} cents="always" />
          ))}
        </span>
      }
    >
      <div className={classes.ways}>
        <DownloadAll wanted={wanted} count={bills.length} />
        <MailAll wanted={wanted} />
      </div>
      <p className={classes.hint}>{t('hint')}</p>
    </Section>
  )
}

/** The browser itself takes the archive, as it does any large file: it shows how far it is, and can stop it. */
function DownloadAll({ wanted, count }: { readonly wanted: WantedBills; readonly count: number }) {
  const t = useTranslations('bills')
  const { language } = useLanguage()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => await call(monthlyBillsToken, { body: wanted }),
    onSuccess: ({ bills, token }) => {
      const link = document.createElement('a')
      link.href = addressOf(monthlyBillsArchive, { query: { bills, language, token } })
      link.download = ''
      link.click()
      toast({ text: t('downloading', { count }) })
    },
  })
  return (
    <Button
      size="md"
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('downloadAll', { count })}
    </Button>
  )
}

function MailAll({ wanted }: { readonly wanted: WantedBills }) {
  const t = useTranslations('bills')
  const errorText = useErrorText()
  const userId = useUser()?.id ?? ''
  const [email, setEmail] = useState(() => rememberedEmail(userId))
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () =>
      await answeredOnce(
        ['mail bills', wanted, email],
        async (idempotencyKey) =>
          await call(mailMonthlyBills, { body: { ...wanted, email } }, { idempotencyKey }),
      ),
    // Said at the field.
    meta: { silent: true },
    onSuccess: (answer) => {
      rememberEmail(userId, answer.email)
      toast({ text: t('mailed', answer) })
    },
  })
  return (
    <form
      className={classes.mail}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <TextInput
        type="email"
        label={t('email')}
        autoComplete="email"
        maxLength={129}
        value={email}
        error={error === null ? undefined : errorText(error).text}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          reset()
        }}
      />
      <Button
        size="md"
        type="submit"
        variant="light"
        leftSection={<IconSend size={18} stroke={1.75} />}
        loading={isPending}
      >
        {t('send')}
      </Button>
    </form>
  )
}
