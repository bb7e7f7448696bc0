import { Checkbox, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { requestAvailability } from '@stowage/api/support'
import { call, useUser } from '../../client/index.ts'
import { FieldStack, FormProblem, SubmitButton, toast, useApiForm } from '../../ui/index.ts'
import { Modal } from '../../ui/dialog.tsx'

export interface AvailabilityWish {
  readonly stockId?: string | undefined
  readonly stockName?: string | undefined
  /** Id or name. */
  readonly city?: string | undefined
  /** s, m, l, xl */
  readonly size?: string | undefined
}

interface AvailabilityFormProps {
  readonly wish: AvailabilityWish
  readonly onClose: () => void
}

/** "Tell me when one is free", for a size, a stock or a place where there is nothing now (specification 2.13). */
export default function AvailabilityForm({ wish, onClose }: AvailabilityFormProps) {
  const t = useTranslations('booking.tellMe')
  const shell = useTranslations('shell')
  const user = useUser()
  const wanted = {
    city: wish.city ?? null,
    stock: wish.stockId ?? wish.stockName ?? null,
    size: wish.size ?? null,
  }
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: {
      name: user?.displayName ?? '',
      email: user?.email ?? '',
      phone: user?.phone ?? '',
      privacy: false,
    },
    schema: requestAvailability.body,
    toBody: (values) => ({ ...values, ...wanted }),
    lengths: { name: [1, 128], phone: [3, 14] },
    onSubmit: async ({ name, email, phone }) => {
      await call(requestAvailability, {
        body: { name, email, phone: phone === '' ? null : phone, privacy: true, ...wanted },
      })
      toast({ text: t('done') })
      onClose()
    },
  })
  const field = (name: 'name' | 'email' | 'phone') => ({ size: 'md' as const, ...form.text(name) })
  return (
    <Modal opened onClose={onClose} size={460} title={t('title')}>
      <form onSubmit={onSubmit} noValidate>
        <FieldStack>
          <p>{t('lead', { size: wish.size?.toUpperCase() ?? 'none', stock: wish.stockName ?? 'none' })}</p>
          <TextInput label={t('name')} autoComplete="name" required data-autofocus {...field('name')} />
          <TextInput
            label={t('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            {...field('email')}
          />
          <TextInput
            label={`${t('phone')}, ${shell('optional')}`}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...field('phone')}
          />
          <Checkbox label={t('privacy')} required {...form.tick('privacy')} />
          <FormProblem>{problem}</FormProblem>
          <SubmitButton isBusy={isBusy}>{t('submit')}</SubmitButton>
        </FieldStack>
      </form>
    </Modal>
  )
}
