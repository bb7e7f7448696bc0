import { expect, type APIRequestContext } from '@playwright/test'
import type {
  StripeMethodAction,
  StripePaymentAction,
  StripePaymentView,
  StripeView,
} from '@stowage/api/simulated-stripe'
import type {
  ClockView,
  DoorView,
  MailboxView,
  MailDetail,
  MailFaultRequest,
  MailSummary,
  PaymentsView,
  PhonesView,
  SiteRequest,
  SitesView,
  SiteView,
} from '@stowage/api/simulators'

/** The simulators' console as a machine reads it: the same calls that its page makes. */
export class Simulators {
  private readonly request: APIRequestContext

  constructor(request: APIRequestContext) {
    this.request = request
  }

  private async get<T>(path: string): Promise<T> {
    const answer = await this.request.get(`/simulators/api${path}`)
    expect(answer.ok(), `GET ${path}: ${answer.status()}`).toBe(true)
    return (await answer.json()) as T
  }

  private async post<T>(path: string, data: object): Promise<T> {
    // The clock walks day by day and waits for every job on the way.
    const answer = await this.request.post(`/simulators/api${path}`, { data, timeout: 600_000 })
    expect(answer.ok(), `POST ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
    return (await answer.json()) as T
  }

  /** Mails to an address, newest first. */
  async mailsTo(address: string): Promise<readonly MailSummary[]> {
    const { mails } = await this.get<MailboxView>('/mails')
    return mails.filter((mail) => mail.to.some((to) => to.includes(address)))
  }

  /** Waits for the newest short message to a number, in which something stands. */
  async sms(number: string, wanted: RegExp): Promise<string> {
    let found = ''
    await expect(async () => {
      const { messages } = await this.get<PhonesView>('/sms')
      const [latest] = messages.filter(({ to }) => to === number)
      found = wanted.exec(latest?.body ?? '')?.[0] ?? ''
      expect(found).not.toBe('')
    }).toPass({ timeout: 30_000 })
    return found
  }

  /**
   * Waits for the newest mail to an address with an attachment, a subject or a text like this. One that has failed some times is
   * tried again after 5, 10, 20 and 40 seconds.
   */
  async mail(
    address: string,
    wanted: { subject?: RegExp | string; attachment?: RegExp },
  ): Promise<MailDetail> {
    let found: MailDetail | undefined
    await expect(async () => {
      for (const { id, subject } of await this.mailsTo(address)) {
        if (wanted.subject !== undefined && !isLike(subject, wanted.subject)) continue
        const mail = await this.get<MailDetail>(`/mails/${id}`)
        const { attachment } = wanted
        if (attachment && !mail.attachments.some(({ fileName }) => attachment.test(fileName))) continue
        found = mail
        return
      }
      throw new Error(
        `no mail to ${address} with ${JSON.stringify({ ...wanted, attachment: String(wanted.attachment) })}`,
      )
    }).toPass({ timeout: 90_000 })
    return found!
  }

  /** The bytes of an attachment. */
  async attachment(url: string): Promise<Buffer> {
    const answer = await this.request.get(url)
    expect(answer.ok(), url).toBe(true)
    return await answer.body()
  }

  async mailServer(fault: MailFaultRequest): Promise<void> {
    await this.post('/mail-fault', fault)
  }

  /** What is wrong with the mail server; `none` when it works. */
  async mailFault(): Promise<MailFaultRequest['kind']> {
    return (await this.get<MailboxView>('/mails')).fault.kind
  }

  async payments(): Promise<PaymentsView> {
    return await this.get('/payments')
  }

  async stripe(): Promise<StripeView> {
    return await this.get('/stripe')
  }

  /** The newest payment at Stripe. */
  async newestAtStripe(): Promise<StripePaymentView> {
    const [newest] = (await this.stripe()).payments
    if (!newest) throw new Error('nothing was paid at Stripe')
    return newest
  }

  /** What a payer's bank does to a payment; the product has been told of it afterwards. */
  async bankDoes(paymentId: string, deed: StripePaymentAction): Promise<void> {
    await this.post(`/stripe/payments/${paymentId}`, deed)
  }

  /** What the bank says from now on to a saved method, by its decline code; null: as at first. */
  async bankSays(methodId: string, behaviour: string | null): Promise<void> {
    await this.post(`/stripe/methods/${methodId}`, {
      action: 'change',
      behaviour,
    } satisfies StripeMethodAction)
  }

  /** What was paid last in this currency, at whichever processor serves it. */
  async lastPaid(currency: string): Promise<number> {
    const cabinet = (await this.payments()).cabinets.find((one) => one.currency === currency)
    if (cabinet) return cabinet.payments[0]?.amount ?? 0
    const { payments } = await this.stripe()
    return payments.find((one) => one.currency.toUpperCase() === currency)?.amount ?? 0
  }

  /** The site of a stock by the stock's name. */
  async site(name: string): Promise<SiteView> {
    const { sites } = await this.get<SitesView>('/sites')
    const found = sites.find((site) => site.name === name)
    if (!found) throw new Error(`no site named ${name}`)
    return found
  }

  async setSite(name: string, wish: SiteRequest): Promise<void> {
    await this.post(`/sites/${(await this.site(name)).siteId}`, wish)
  }

  /** The door of a box, by the box's number. */
  async door(site: string, unitNumber: string): Promise<DoorView> {
    const { doors } = await this.site(site)
    const found = doors.find((door) => door.name === unitNumber)
    if (!found) throw new Error(`no door of box ${unitNumber} at ${site}`)
    return found
  }

  /** Pushes a door shut, as the tenant does when leaving. */
  async closeDoor(site: string, unitNumber: string): Promise<void> {
    const { siteId } = await this.site(site)
    const { id } = await this.door(site, unitNumber)
    await this.post(`/sites/${siteId}/doors/${encodeURIComponent(id)}`, { action: 'close' })
  }

  /** Business time, ISO. */
  async now(): Promise<string> {
    const { now } = await this.get<ClockView>('/clock')
    if (now === null) throw new Error('the product has no clock to move')
    return now
  }

  /** Moves business time; a day or an instant. `atOnce`: without the days between, where nothing of them is asked for. */
  async goTo(instant: string, { atOnce = false } = {}): Promise<void> {
    await this.post('/clock', { to: instant, atOnce })
  }

  /** Ten in the next morning of that place: doors have hours. */
  async goToMorning(timeZone: string): Promise<void> {
    const now = await this.localNow(timeZone)
    const today = now.toPlainDate().toZonedDateTime({ timeZone, plainTime: '10:00' })
    const next = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 })
    await this.goTo(next.toInstant().toString())
  }

  /** Where no hour is asked for but that doors open: stays in the day, or goes to the next morning out of the night. */
  async leaveTheNight(timeZone: string): Promise<void> {
    const { hour } = await this.localNow(timeZone)
    if (hour < 9 || hour >= 21) await this.goToMorning(timeZone)
  }

  /**
   * Where a day is taken for today's over some minutes: the next morning where this one is nearly over.
   * @returns today, there
   */
  async leaveMidnight(timeZone: string): Promise<Temporal.PlainDate> {
    if ((await this.localNow(timeZone)).hour === 23) await this.goToMorning(timeZone)
    return (await this.localNow(timeZone)).toPlainDate()
  }

  private async localNow(timeZone: string): Promise<Temporal.ZonedDateTime> {
    return Temporal.Instant.from(await this.now()).toZonedDateTimeISO(timeZone)
  }
}

function isLike(text: string, wanted: RegExp | string): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)
}
