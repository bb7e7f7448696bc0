import { WHILE_OFF, type EventDetails, type Journal } from '../journal/journal.ts'
import type { DoorNews } from './door.ts'

/** What a door did, as an event of the site. */
export function tellNews(journal: Journal, news: DoorNews): void {
  journal.append(news.type, detailsOf(news))
}

function detailsOf(news: DoorNews): EventDetails {
  switch (news.type) {
    case 'lock.opened': {
      const { lockId, cause } = news
      return typeof cause === 'string' ? { lockId, source: cause } : { lockId, ...cause }
    }
    case 'lock.closed':
      return { lockId: news.lockId, source: 'sensor' }
    case 'lock.left_open':
      return { lockId: news.lockId, openSince: news.openSince.toISOString(), minutes: news.minutes }
    case 'bus.error':
      return { bus: news.bus, reason: news.reason.slice(0, 200) }
    case 'lock.forced':
      return { lockId: news.lockId, ...(news.whileOff === true ? { reason: WHILE_OFF } : {}) }
    default:
      return { lockId: news.lockId }
  }
}
