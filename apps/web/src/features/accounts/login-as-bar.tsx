import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { leaveUser } from '@stowage/api/session'
import { call, enter, useUser } from '../../client/index.ts'
import { BannerStrip, mayLeave } from '../../ui/index.ts'
import { homeOf } from './after-login.ts'
import classes from './accounts.module.css'

/** Names both while staff act as a user, and leads back (decision 11). */
export function LoginAsBar() {
  const t = useTranslations('shell.loginAs')
  const user = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: async () => await call(leaveUser),
    onSuccess: async (session) => {
      await enter(client, session)
      await navigate({ href: homeOf(session.user), ignoreBlocker: true })
    },
  })
  const ask = async (): Promise<void> => {
    if (await mayLeave()) leave.mutate()
  }
  const staff = user?.impersonatedBy
  if (!user || !staff) return null
  return (
    <BannerStrip
      type="warning"
      action={
        <button type="button" className={classes.link} disabled={leave.isPending} onClick={() => void ask()}>
          {t('leave')}
        </button>
      }
    >
      {t('bar', { staff: staff.fullName, client: user.displayName === '' ? user.email : user.displayName })}
    </BannerStrip>
  )
}
