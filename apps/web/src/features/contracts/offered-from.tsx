import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import type { Contract } from './contract.ts'
import classes from './offered-from.module.css'

/** From when extending and leaving are offered, where they are not yet; nothing where no day brings them. */
export function OfferedFrom({ contract }: { readonly contract: Contract }) {
  const t = useTranslations('contracts.later')
  const format = useFormat()
  const { extensionOfferedFrom: extend = null, leavingOfferedFrom: leave = null } = contract
  if (extend === null && leave === null) return null
  const which = extend === null ? 'leave' : leave === null ? 'extend' : extend === leave ? 'both' : 'each'
  return (
    <p className={classes.text}>
      {t('offered', {
        which,
        extend: extend === null ? '' : format.longDay(extend),
        leave: leave === null ? '' : format.longDay(leave),
      })}
    </p>
  )
}
