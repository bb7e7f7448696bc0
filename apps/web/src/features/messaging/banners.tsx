import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useUser } from '../../client/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { BannerStrip } from '../../ui/index.ts'
import { stripQuery } from './banners-query.ts'
import { dismiss, dismissedBanners, onDismissed } from './dismissed.ts'
import classes from './banners.module.css'

/** Active announcements across the top: all for who is signed in, the global ones for everybody. */
export function Banners() {
  const { language } = useLanguage()
  const user = useUser()
  const dismissed = useSyncExternalStore(onDismissed, dismissedBanners)
  const { data } = useQuery({
    ...stripQuery(user ? 'all' : 'global'),
    enabled: user !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  const shown = (data ?? []).filter(
    (banner) => banner.isActive && (user || banner.isGlobal) && dismissed[banner.id] !== banner.updated,
  )
  if (shown.length === 0) return null
  // Announcements have English and German words; readers of Russian and Polish see the English ones (decision 24).
  const isGerman = language === 'de'
  return (
    <div className={classes.banners}>
      {shown.map((banner) => (
        <BannerStrip key={banner.id} type={banner.type} onClose={() => dismiss(banner.id, banner.updated)}>
          <strong lang={isGerman ? 'de' : 'en'}>{isGerman ? banner.titleDe : banner.titleEn}</strong>{' '}
          <span lang={isGerman ? 'de' : 'en'}>{isGerman ? banner.descriptionDe : banner.descriptionEn}</span>
        </BannerStrip>
      ))}
    </div>
  )
}
