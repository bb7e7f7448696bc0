import type { MethodType } from './records.ts'

export type PageLanguage = 'ru' | 'en' | 'de' | 'pl'

/** What is wrong with what was typed. */
export type FieldProblem = 'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'iban' | 'consent'

export interface StripePageTexts {
  notice: string
  /** `{amount}` stands for the sum. */
  pay: string
  save: string
  saveTitle: string
  backTo: string
  methods: Record<MethodType, string>
  methodsLabel: string
  email: string
  number: string
  expiry: string
  cvc: string
  holder: string
  iban: string
  accountHolder: string
  /** `{merchant}` stands for the merchant's name. */
  mandate: string
  consent: string
  reuse: string
  toPayPal: string
  payPalText: string
  outcome: string
  outcomeOfCard: string
  ways: string
  problems: Record<FieldProblem, string>
  declines: Record<
    'other' | 'funds' | 'expired' | 'cvc' | 'number' | 'processing' | 'authentication' | 'paypal',
    string
  >
  bankTitle: string
  bankText: string
  payPalTitle: string
  payPalPageText: string
  confirm: string
  refuse: string
  done: string
  saved: string
  pending: string
  expired: string
  unknown: string
  onward: string
  mandateTitle: string
  mandateEnded: string
  reference: string
  receipt: string
}

const EN: StripePageTexts = {
  notice: 'Test checkout: no money is taken.',
  pay: 'Pay {amount}',
  save: 'Save',
  saveTitle: 'Save a payment method',
  backTo: 'Back to {merchant}',
  methods: { card: 'Card', sepa_debit: 'SEPA direct debit', paypal: 'PayPal' },
  methodsLabel: 'Payment method',
  email: 'Email',
  number: 'Card number',
  expiry: 'Expiry, MM/YY',
  cvc: 'CVC',
  holder: 'Name on card',
  iban: 'IBAN',
  accountHolder: 'Account holder',
  mandate:
    'By confirming, you authorise (A) {merchant} and Stripe, our payment service provider, to send instructions to your bank to debit your account and (B) your bank to debit your account in accordance with those instructions. As part of your rights, you are entitled to a refund from your bank under the terms and conditions of your agreement with your bank. A refund must be claimed within 8 weeks starting from the date on which your account was debited. You agree to receive notifications for future debits up to 2 days before they occur.',
  consent: 'I agree to this mandate',
  reuse:
    'By confirming, you allow {merchant} to charge you for future payments in accordance with their terms.',
  toPayPal: 'Continue to PayPal',
  payPalText: 'You will confirm the payment on the PayPal page.',
  outcome: 'What the bank says',
  outcomeOfCard: 'As the card number has it',
  ways: 'Test numbers',
  problems: {
    number: 'Check the card number.',
    expiry: 'Check the expiry date.',
    cvc: 'Enter the 3 or 4 digits of the security code.',
    name: 'Enter the name.',
    email: 'Enter an email address.',
    iban: 'Check the IBAN.',
    consent: 'The mandate is needed for a direct debit.',
  },
  declines: {
    other: 'Your card was declined. Try another card.',
    funds: 'Your card has insufficient funds. Try another card.',
    expired: 'Your card has expired. Try another card.',
    cvc: 'The security code is incorrect.',
    number: 'The card number is incorrect.',
    processing: 'An error occurred while processing your card. Try again in a moment.',
    authentication: 'The bank could not confirm that it is you. Choose another way to pay.',
    paypal: 'The payment was declined on PayPal. Choose another way to pay.',
  },
  bankTitle: '3-D Secure',
  bankText: 'The bank that issued the card asks you to confirm the payment.',
  payPalTitle: 'PayPal, test page',
  payPalPageText: '{merchant} asks you to approve this payment.',
  confirm: 'Confirm',
  refuse: 'Refuse',
  done: 'Paid.',
  saved: 'The payment method is saved.',
  pending: 'The payment is being processed by the bank.',
  expired: 'This page has expired. Begin anew at the merchant.',
  unknown: 'There is no such page.',
  onward: 'Continue',
  mandateTitle: 'SEPA direct debit mandate',
  mandateEnded: 'This mandate has ended.',
  reference: 'Mandate reference',
  receipt: 'Receipt',
}

const DE: StripePageTexts = {
  notice: 'Testkasse: Es wird kein Geld abgebucht.',
  pay: '{amount} bezahlen',
  save: 'Speichern',
  saveTitle: 'Zahlungsart speichern',
  backTo: 'Zurück zu {merchant}',
  methods: { card: 'Karte', sepa_debit: 'SEPA-Lastschrift', paypal: 'PayPal' },
  methodsLabel: 'Zahlungsart',
  email: 'E-Mail',
  number: 'Kartennummer',
  expiry: 'Gültig bis, MM/JJ',
  cvc: 'Prüfziffer',
  holder: 'Name auf der Karte',
  iban: 'IBAN',
  accountHolder: 'Kontoinhaber',
  mandate:
    'Mit der Bestätigung ermächtigen Sie (A) {merchant} und Stripe, unseren Zahlungsdienstleister, Ihrem Kreditinstitut Anweisungen zur Belastung Ihres Kontos zu senden, und (B) Ihr Kreditinstitut, Ihr Konto gemäß diesen Anweisungen zu belasten. Im Rahmen Ihrer Rechte haben Sie gemäß den Bedingungen Ihres Vertrags mit Ihrem Kreditinstitut Anspruch auf eine Rückerstattung. Eine Rückerstattung muss innerhalb von 8 Wochen ab dem Datum der Belastung Ihres Kontos beantragt werden. Sie sind damit einverstanden, Benachrichtigungen über künftige Belastungen bis zu 2 Tage vor deren Ausführung zu erhalten.',
  consent: 'Ich erteile dieses Mandat',
  reuse:
    'Mit der Bestätigung erlauben Sie {merchant}, künftige Zahlungen gemäß den Geschäftsbedingungen abzubuchen.',
  toPayPal: 'Weiter zu PayPal',
  payPalText: 'Sie bestätigen die Zahlung auf der PayPal-Seite.',
  outcome: 'Antwort der Bank',
  outcomeOfCard: 'Wie es die Kartennummer vorgibt',
  ways: 'Testnummern',
  problems: {
    number: 'Prüfen Sie die Kartennummer.',
    expiry: 'Prüfen Sie das Ablaufdatum.',
    cvc: 'Geben Sie die 3 oder 4 Ziffern der Prüfziffer ein.',
    name: 'Geben Sie den Namen ein.',
    email: 'Geben Sie eine E-Mail-Adresse ein.',
    iban: 'Prüfen Sie die IBAN.',
    consent: 'Für die Lastschrift ist das Mandat nötig.',
  },
  declines: {
    other: 'Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen Karte.',
    funds: 'Ihre Karte ist nicht ausreichend gedeckt. Versuchen Sie es mit einer anderen Karte.',
    expired: 'Ihre Karte ist abgelaufen. Versuchen Sie es mit einer anderen Karte.',
    cvc: 'Die Prüfziffer ist falsch.',
    number: 'Die Kartennummer ist falsch.',
    processing:
      'Bei der Verarbeitung Ihrer Karte ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.',
    authentication: 'Die Bank konnte Sie nicht bestätigen. Wählen Sie eine andere Zahlungsart.',
    paypal: 'Die Zahlung wurde bei PayPal abgelehnt. Wählen Sie eine andere Zahlungsart.',
  },
  bankTitle: '3-D Secure',
  bankText: 'Die Bank, die die Karte ausgegeben hat, bittet um Bestätigung der Zahlung.',
  payPalTitle: 'PayPal, Testseite',
  payPalPageText: '{merchant} bittet Sie, diese Zahlung freizugeben.',
  confirm: 'Bestätigen',
  refuse: 'Ablehnen',
  done: 'Bezahlt.',
  saved: 'Die Zahlungsart ist gespeichert.',
  pending: 'Die Zahlung wird von der Bank bearbeitet.',
  expired: 'Diese Seite ist abgelaufen. Beginnen Sie beim Händler von vorn.',
  unknown: 'Diese Seite gibt es nicht.',
  onward: 'Weiter',
  mandateTitle: 'SEPA-Lastschriftmandat',
  mandateEnded: 'Dieses Mandat ist erloschen.',
  reference: 'Mandatsreferenz',
  receipt: 'Beleg',
}

const RU: StripePageTexts = {
  notice: 'Тестовая касса: деньги не списываются.',
  pay: 'Оплатить {amount}',
  save: 'Сохранить',
  saveTitle: 'Сохранение способа оплаты',
  backTo: 'Вернуться: {merchant}',
  methods: { card: 'Карта', sepa_debit: 'Прямое списание SEPA', paypal: 'PayPal' },
  methodsLabel: 'Способ оплаты',
  email: 'Эл. почта',
  number: 'Номер карты',
  expiry: 'Срок, ММ/ГГ',
  cvc: 'Код CVC',
  holder: 'Имя на карте',
  iban: 'IBAN',
  accountHolder: 'Владелец счёта',
  mandate:
    'Подтверждая, вы разрешаете (А) {merchant} и Stripe, нашему платёжному оператору, отправлять вашему банку распоряжения о списании с вашего счёта и (Б) вашему банку списывать средства по этим распоряжениям. Вы вправе потребовать возврата от вашего банка на условиях вашего договора с ним. Потребовать возврата нужно в течение 8 недель со дня списания. Вы согласны получать уведомления о будущих списаниях не позднее чем за 2 дня до них.',
  consent: 'Я даю это согласие',
  reuse: 'Подтверждая, вы разрешаете {merchant} списывать будущие платежи на условиях договора.',
  toPayPal: 'Перейти в PayPal',
  payPalText: 'Платёж подтверждается на странице PayPal.',
  outcome: 'Что ответит банк',
  outcomeOfCard: 'По номеру карты',
  ways: 'Проверочные номера',
  problems: {
    number: 'Проверьте номер карты.',
    expiry: 'Проверьте срок действия карты.',
    cvc: 'Введите 3 или 4 цифры кода.',
    name: 'Введите имя.',
    email: 'Введите адрес эл. почты.',
    iban: 'Проверьте IBAN.',
    consent: 'Без согласия списание невозможно.',
  },
  declines: {
    other: 'Карта отклонена. Попробуйте другую карту.',
    funds: 'На карте недостаточно средств. Попробуйте другую карту.',
    expired: 'Срок действия карты истёк. Попробуйте другую карту.',
    cvc: 'Код безопасности неверен.',
    number: 'Номер карты неверен.',
    processing: 'Ошибка при обработке карты. Попробуйте ещё раз чуть позже.',
    authentication: 'Банк не смог подтвердить, что это вы. Выберите другой способ оплаты.',
    paypal: 'Платёж отклонён в PayPal. Выберите другой способ оплаты.',
  },
  bankTitle: 'Подтверждение банка, 3-D Secure',
  bankText: 'Банк, выпустивший карту, просит подтвердить платёж.',
  payPalTitle: 'PayPal, проверочная страница',
  payPalPageText: '{merchant} просит одобрить этот платёж.',
  confirm: 'Подтвердить',
  refuse: 'Отказаться',
  done: 'Оплачено.',
  saved: 'Способ оплаты сохранён.',
  pending: 'Платёж обрабатывается банком.',
  expired: 'Срок этой страницы истёк. Начните оплату заново в магазине.',
  unknown: 'Такой страницы нет.',
  onward: 'Продолжить',
  mandateTitle: 'Согласие на прямое списание SEPA',
  mandateEnded: 'Это согласие больше не действует.',
  reference: 'Номер согласия',
  receipt: 'Квитанция',
}

const PL: StripePageTexts = {
  notice: 'Kasa testowa: pieniądze nie są pobierane.',
  pay: 'Zapłać {amount}',
  save: 'Zapisz',
  saveTitle: 'Zapisanie metody płatności',
  backTo: 'Wróć: {merchant}',
  methods: { card: 'Karta', sepa_debit: 'Polecenie zapłaty SEPA', paypal: 'PayPal' },
  methodsLabel: 'Metoda płatności',
  email: 'E-mail',
  number: 'Numer karty',
  expiry: 'Ważna do, MM/RR',
  cvc: 'Kod CVC',
  holder: 'Imię i nazwisko na karcie',
  iban: 'IBAN',
  accountHolder: 'Właściciel rachunku',
  mandate:
    'Potwierdzając, upoważniasz (A) {merchant} i Stripe, naszego dostawcę usług płatniczych, do przesyłania Twojemu bankowi poleceń obciążenia rachunku oraz (B) Twój bank do obciążania rachunku zgodnie z tymi poleceniami. Masz prawo do zwrotu od swojego banku na warunkach umowy z bankiem. Wniosek o zwrot należy złożyć w ciągu 8 tygodni od dnia obciążenia rachunku. Zgadzasz się na otrzymywanie powiadomień o przyszłych obciążeniach do 2 dni przed ich wykonaniem.',
  consent: 'Udzielam tego upoważnienia',
  reuse: 'Potwierdzając, pozwalasz {merchant} pobierać przyszłe płatności zgodnie z warunkami umowy.',
  toPayPal: 'Przejdź do PayPal',
  payPalText: 'Płatność potwierdza się na stronie PayPal.',
  outcome: 'Odpowiedź banku',
  outcomeOfCard: 'Według numeru karty',
  ways: 'Numery testowe',
  problems: {
    number: 'Sprawdź numer karty.',
    expiry: 'Sprawdź datę ważności karty.',
    cvc: 'Wpisz 3 lub 4 cyfry kodu.',
    name: 'Wpisz imię i nazwisko.',
    email: 'Wpisz adres e-mail.',
    iban: 'Sprawdź IBAN.',
    consent: 'Bez upoważnienia polecenie zapłaty nie jest możliwe.',
  },
  declines: {
    other: 'Karta została odrzucona. Spróbuj innej karty.',
    funds: 'Na karcie brakuje środków. Spróbuj innej karty.',
    expired: 'Karta straciła ważność. Spróbuj innej karty.',
    cvc: 'Kod zabezpieczający jest nieprawidłowy.',
    number: 'Numer karty jest nieprawidłowy.',
    processing: 'Wystąpił błąd przy przetwarzaniu karty. Spróbuj ponownie za chwilę.',
    authentication: 'Bank nie potwierdził Twojej tożsamości. Wybierz inną metodę płatności.',
    paypal: 'Płatność odrzucono w PayPal. Wybierz inną metodę płatności.',
  },
  bankTitle: '3-D Secure',
  bankText: 'Bank, który wydał kartę, prosi o potwierdzenie płatności.',
  payPalTitle: 'PayPal, strona testowa',
  payPalPageText: '{merchant} prosi o zatwierdzenie tej płatności.',
  confirm: 'Potwierdź',
  refuse: 'Odrzuć',
  done: 'Zapłacono.',
  saved: 'Metoda płatności jest zapisana.',
  pending: 'Bank przetwarza płatność.',
  expired: 'Ta strona wygasła. Zacznij od nowa u sprzedawcy.',
  unknown: 'Nie ma takiej strony.',
  onward: 'Dalej',
  mandateTitle: 'Upoważnienie do polecenia zapłaty SEPA',
  mandateEnded: 'To upoważnienie wygasło.',
  reference: 'Numer upoważnienia',
  receipt: 'Potwierdzenie',
}

/** The words of the hosted pages in the four languages of the product. */
export const STRIPE_PAGE_TEXTS: Record<PageLanguage, StripePageTexts> = { ru: RU, en: EN, de: DE, pl: PL }

/** The language of a page: the session's, else the first of the browser's that is known here. */
export function pageLanguage(locale: string | null, acceptLanguage: string | undefined): PageLanguage {
  const known = (tag: string): PageLanguage | undefined =>
    (['ru', 'en', 'de', 'pl'] as const).find((language) => tag.trim().toLowerCase().startsWith(language))
  if (locale !== null && locale !== 'auto') return known(locale) ?? 'en'
  for (const tag of (acceptLanguage ?? '').split(',')) {
    const language = known(tag)
    if (language) return language
  }
  return 'en'
}

/** The sentence of a decline on the page; what must not be told apart is not. */
export function declineSentence(t: StripePageTexts, code: string): string {
  switch (code) {
    case 'insufficient_funds':
      return t.declines.funds
    case 'expired_card':
    case 'invalid_expiry_month':
    case 'invalid_expiry_year':
      return t.declines.expired
    case 'incorrect_cvc':
    case 'invalid_cvc':
      return t.declines.cvc
    case 'incorrect_number':
    case 'invalid_number':
      return t.declines.number
    case 'processing_error':
      return t.declines.processing
    case 'payment_intent_authentication_failure':
    case 'setup_intent_authentication_failure':
    case 'authentication_required':
      return t.declines.authentication
    case 'payment_method_customer_decline':
    case 'payment_method_provider_decline':
      return t.declines.paypal
    default:
      return t.declines.other
  }
}
