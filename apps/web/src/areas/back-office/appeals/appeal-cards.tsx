import { useTranslations } from 'use-intl'
import { AppealDeeds } from './appeal-deeds.tsx'
import {
  AppealEmail,
  AppealName,
  AppealPhone,
  AppealStatus,
  AppealTime,
  AppealWords,
} from './appeal-parts.tsx'
import type { Appeal } from './appeals.ts'
import classes from './appeals.module.css'

/** The same as the table, one beneath the other, where it would have to be moved sideways. */
export function AppealCards({ appeals }: { readonly appeals: readonly Appeal[] }) {
  const t = useTranslations('support')
  return (
    <ul className={classes.cards}>
      {appeals.map((appeal) => (
        <li key={appeal.id}>
          <div className={classes.cardHead}>
            <strong>
              <AppealName appeal={appeal} />
            </strong>
            <span className={classes.cardWhen}>
              {t(`type.${appeal.type}`)}, <AppealTime instant={appeal.created} />
            </span>
          </div>
          {(appeal.type === 'availability' || appeal.message !== '' || appeal.note != null) && (
            <AppealWords appeal={appeal} />
          )}
          {(appeal.phone != null || appeal.email != null) && (
            <div className={classes.reach}>
              {appeal.phone != null && <AppealPhone phone={appeal.phone} />}
              {appeal.email != null && <AppealEmail email={appeal.email} />}
            </div>
          )}
          <div className={classes.cardFoot}>
            <AppealStatus appeal={appeal} />
            <AppealDeeds appeal={appeal} />
          </div>
        </li>
      ))}
    </ul>
  )
}
