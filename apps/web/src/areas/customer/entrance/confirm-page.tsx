import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { confirmEmail } from '@stowage/api/sessions'
import { call, isApiError, userQuery } from '../../../client/index.ts'
import { ErrorState } from '../../../ui/index.ts'
import { Entrance } from './entrance.tsx'

/** The link of the mail (`#code=…`) confirms the address, whoever is signed in here. */
export default function ConfirmPage() {
  const t = useTranslations('security.confirm')
  const client = useQueryClient()
  const hash = useRouterState({ select: (state) => state.location.hash })
  const code = new URLSearchParams(hash).get('code') ?? ''
  // A query and no deed: the same link confirms the same, however often the page is drawn.
  const { data, error, refetch } = useQuery({
    queryKey: ['confirm-email', code],
    queryFn: async () => {
      await call(confirmEmail, { body: { code } })
      await client.invalidateQueries({ queryKey: userQuery.queryKey })
      return true
    },
    enabled: code !== '',
    retry: false,
    staleTime: Infinity,
    meta: { quiet: true },
  })
  const isWrong = code === '' || (isApiError(error) && error.status === 400)
  return (
    <Entrance title={t('title')}>
      <div>
        {error !== null && !isWrong ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <p role="status">{isWrong ? t('failed') : data === true ? t('done') : t('doing')}</p>
        )}
        {(isWrong || data === true) && (
          <Button size="lg" fullWidth mt={22} renderRoot={(props) => <Link to="/" {...props} />}>
            {t('go')}
          </Button>
        )}
      </div>
    </Entrance>
  )
}
