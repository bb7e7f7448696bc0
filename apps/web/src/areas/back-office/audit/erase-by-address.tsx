import { Button, TextInput } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { findTraces } from '@stowage/api/privacy'
import { call } from '../../../client/index.ts'
import { FoundTraces, type Traces } from '../../../features/privacy/index.ts'
import { FieldStack, FormProblem, useApiForm } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'

/** Erasing somebody whose page is not there any more, or who never had one: by his e-mail. */
export function EraseByAddress() {
  const t = useTranslations('privacy.byAddress')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserX size={18} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      {isOpen && <Search onClose={() => setOpen(false)} />}
    </>
  )
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('privacy.byAddress')
  const [found, setFound] = useState<{ email: string; traces: Traces } | null>(null)
  const { form, problem, isBusy, onSubmit } = useApiForm({
    initialValues: { email: '' },
    schema: findTraces.body,
    onSubmit: async (body) => {
      setFound({ email: body.email, traces: await call(findTraces, { body }) })
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('title')} size={560}>
      <FieldStack>
        <form onSubmit={onSubmit} noValidate>
          <FieldStack>
            <TextInput
              label={t('email')}
              description={t('hint')}
              type="email"
              autoComplete="off"
              maxLength={254}
              data-autofocus
              {...form.text('email')}
            />
            <FormProblem>{problem}</FormProblem>
            <Button type="submit" variant="light" loading={isBusy}>
              {t('find')}
            </Button>
          </FieldStack>
        </form>
        {found !== null && <FoundTraces key={found.email} {...found} onDone={onClose} />}
      </FieldStack>
    </Modal>
  )
}
