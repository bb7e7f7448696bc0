import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Segments } from '../../../features/booking/index.ts'

/** The boxes of a warehouse as a list or on its plan; the address says which. */
export function BoxesView({ isPlan, stockId }: { readonly isPlan: boolean; readonly stockId: string }) {
  const t = useTranslations('boxes.plan')
  const navigate = useNavigate({ from: '/boxes' })
  return (
    <Segments
      label={t('view')}
      value={isPlan ? 'plan' : 'list'}
      options={[
        { value: 'list', label: t('asList') },
        { value: 'plan', label: t('asPlan') },
      ]}
      onChange={(view) =>
        void navigate({
          to: '/boxes',
          // What was looked for in the list is there again afterwards.
          search: ({ view: _view, ...before }) => ({
            ...before,
            stockId,
            ...(view === 'plan' ? { view } : {}),
          }),
        })
      }
    />
  )
}
