import { IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { findingKinds, type Finding } from './check-plan.ts'
import classes from './boxes.module.css'

const shownAtOnce = 40

interface FindingsProps {
  readonly findings: readonly Finding[]
  readonly onGo: (uuids: readonly string[]) => void
}

/** What wants a second look, by kind, each with the way there. Nothing of it keeps anybody from saving. */
export function Findings({ findings, onGo }: FindingsProps) {
  const t = useTranslations('plan.boxes.check')
  if (findings.length === 0) return <p className={classes.hint}>{t('none')}</p>
  return findingKinds.map((kind) => {
    const found = findings.filter((one) => one.kind === kind)
    return (
      found.length > 0 && (
        <details key={kind} className={classes.kind} open={found.length <= 5}>
          <summary>
            <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
            <span>{t(`kind.${kind}`)}</span>
            <span className={classes.count}>{found.length}</span>
          </summary>
          <ul className={classes.rows}>
            {found.slice(0, shownAtOnce).map((one) => (
              <li key={one.uuids.join()}>
                <Row finding={one} onGo={onGo} />
              </li>
            ))}
          </ul>
          {found.length > shownAtOnce && (
            <p className={classes.hint}>{t('more', { count: found.length - shownAtOnce })}</p>
          )}
        </details>
      )
    )
  })
}

function Row({
  finding,
  onGo,
}: {
  readonly finding: Finding
  readonly onGo: (uuids: readonly string[]) => void
}) {
  const t = useTranslations('plan.boxes.check')
  const { kind, names, uuids, maps = [] } = finding
  const name = names.length === 0 ? t('nameless') : names.join(' · ')
  return (
    <button type="button" className={classes.row} title={t('go')} onClick={() => onGo(uuids)}>
      <strong>{name}</strong>{' '}
      <span>{kind === 'elsewhere' ? t('alsoOn', { maps: maps.join(', ') }) : t('go')}</span>
    </button>
  )
}
