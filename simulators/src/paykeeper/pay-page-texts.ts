import type { PageLanguage } from './cabinet-records.ts'
import type { CardProblem } from './cards.ts'

export interface PayPageTexts {
  title: string
  notice: string
  order: string
  amount: string
  number: string
  expiry: string
  code: string
  holder: string
  pay: string
  decline: string
  cancel: string
  late: string
  twice: string
  ways: string
  cards: Record<'pays' | 'declined' | 'noFunds' | 'declinedLater' | 'pending' | 'threeDSecure', string>
  problem: Record<CardProblem, string>
  threeDSecure: string
  threeDSecureText: string
  confirm: string
  refuse: string
  paid: string
  pending: string
  expired: string
  failed: string
  unknown: string
  wrongSign: string
  back: string
  again: string
}

/** The words of the pay page in the four languages of the product. */
export const PAY_PAGE_TEXTS: Record<PageLanguage, PayPageTexts> = {
  ru: {
    title: 'Оплата',
    notice: 'Тестовая касса: деньги не списываются.',
    order: 'Заказ',
    amount: 'К оплате',
    number: 'Номер карты',
    expiry: 'Срок, ММ/ГГ',
    code: 'Код CVC',
    holder: 'Имя на карте',
    pay: 'Оплатить',
    decline: 'Отклонить',
    cancel: 'Отменить',
    late: 'Оплатить, сообщить позже',
    twice: 'Оплатить, сообщить дважды',
    ways: 'Другие исходы',
    cards: {
      pays: 'проходит',
      declined: 'отказ банка',
      noFunds: 'недостаточно средств',
      declinedLater: 'платит, позже откажет',
      pending: 'остаётся в обработке',
      threeDSecure: 'с подтверждением 3-D Secure',
    },
    problem: {
      number: 'Проверьте номер карты.',
      expiry: 'Проверьте срок действия карты.',
      code: 'Введите три цифры с обратной стороны карты.',
    },
    threeDSecure: 'Подтверждение банка',
    threeDSecureText: 'Банк, выпустивший карту, просит подтвердить платёж.',
    confirm: 'Подтвердить',
    refuse: 'Отказаться',
    paid: 'Счёт оплачен.',
    pending: 'Платёж обрабатывается банком.',
    expired: 'Счёт отозван или его срок истёк.',
    failed: 'Платёж не прошёл.',
    unknown: 'Счёт не найден.',
    wrongSign: 'Подпись формы неверна.',
    back: 'Вернуться в магазин',
    again: 'Попробовать ещё раз',
  },
  en: {
    title: 'Payment',
    notice: 'Test checkout: no money is taken.',
    order: 'Order',
    amount: 'To pay',
    number: 'Card number',
    expiry: 'Expiry, MM/YY',
    code: 'CVC',
    holder: 'Name on card',
    pay: 'Pay',
    decline: 'Decline',
    cancel: 'Cancel',
    late: 'Pay late (told afterwards)',
    twice: 'Deliver twice',
    ways: 'Other outcomes',
    cards: {
      pays: 'goes through',
      declined: 'declined by the bank',
      noFunds: 'insufficient funds',
      declinedLater: 'pays, declines debits later',
      pending: 'stays in processing',
      threeDSecure: 'asks for 3-D Secure',
    },
    problem: {
      number: 'Check the card number.',
      expiry: 'Check the expiry date.',
      code: 'Enter the three digits on the back of the card.',
    },
    threeDSecure: 'Confirmation by your bank',
    threeDSecureText: 'The bank that issued the card asks you to confirm the payment.',
    confirm: 'Confirm',
    refuse: 'Refuse',
    paid: 'This invoice is paid.',
    pending: 'The bank is processing the payment.',
    expired: 'This invoice was withdrawn or has expired.',
    failed: 'The payment did not go through.',
    unknown: 'There is no such invoice.',
    wrongSign: 'The signature of the form is wrong.',
    back: 'Back to the shop',
    again: 'Try again',
  },
  de: {
    title: 'Zahlung',
    notice: 'Testkasse: Es wird kein Geld abgebucht.',
    order: 'Auftrag',
    amount: 'Zu zahlen',
    number: 'Kartennummer',
    expiry: 'Gültig bis, MM/JJ',
    code: 'Prüfziffer (CVC)',
    holder: 'Name auf der Karte',
    pay: 'Bezahlen',
    decline: 'Ablehnen',
    cancel: 'Abbrechen',
    late: 'Bezahlen, Meldung später',
    twice: 'Bezahlen, Meldung zweimal',
    ways: 'Andere Ausgänge',
    cards: {
      pays: 'geht durch',
      declined: 'von der Bank abgelehnt',
      noFunds: 'keine Deckung',
      declinedLater: 'zahlt, lehnt spätere Abbuchungen ab',
      pending: 'bleibt in Bearbeitung',
      threeDSecure: 'verlangt 3-D Secure',
    },
    problem: {
      number: 'Bitte die Kartennummer prüfen.',
      expiry: 'Bitte das Ablaufdatum prüfen.',
      code: 'Bitte die drei Ziffern auf der Rückseite eingeben.',
    },
    threeDSecure: 'Bestätigung durch Ihre Bank',
    threeDSecureText: 'Die Bank, die die Karte ausgegeben hat, bittet um Bestätigung der Zahlung.',
    confirm: 'Bestätigen',
    refuse: 'Verweigern',
    paid: 'Diese Rechnung ist bezahlt.',
    pending: 'Die Bank bearbeitet die Zahlung.',
    expired: 'Diese Rechnung wurde zurückgezogen oder ist abgelaufen.',
    failed: 'Die Zahlung ist fehlgeschlagen.',
    unknown: 'Diese Rechnung gibt es nicht.',
    wrongSign: 'Die Signatur des Formulars ist falsch.',
    back: 'Zurück zum Händler',
    again: 'Noch einmal versuchen',
  },
  pl: {
    title: 'Płatność',
    notice: 'Kasa testowa: pieniądze nie są pobierane.',
    order: 'Zamówienie',
    amount: 'Do zapłaty',
    number: 'Numer karty',
    expiry: 'Ważna do, MM/RR',
    code: 'Kod CVC',
    holder: 'Imię i nazwisko na karcie',
    pay: 'Zapłać',
    decline: 'Odrzuć',
    cancel: 'Anuluj',
    late: 'Zapłać, powiadom później',
    twice: 'Zapłać, powiadom dwa razy',
    ways: 'Inne wyniki',
    cards: {
      pays: 'przechodzi',
      declined: 'odmowa banku',
      noFunds: 'brak środków',
      declinedLater: 'płaci, odrzuca późniejsze obciążenia',
      pending: 'pozostaje w realizacji',
      threeDSecure: 'wymaga 3-D Secure',
    },
    problem: {
      number: 'Sprawdź numer karty.',
      expiry: 'Sprawdź datę ważności karty.',
      code: 'Wpisz trzy cyfry z tyłu karty.',
    },
    threeDSecure: 'Potwierdzenie banku',
    threeDSecureText: 'Bank, który wydał kartę, prosi o potwierdzenie płatności.',
    confirm: 'Potwierdź',
    refuse: 'Odmów',
    paid: 'Ten rachunek jest opłacony.',
    pending: 'Bank przetwarza płatność.',
    expired: 'Ten rachunek został wycofany lub wygasł.',
    failed: 'Płatność nie powiodła się.',
    unknown: 'Nie ma takiego rachunku.',
    wrongSign: 'Podpis formularza jest nieprawidłowy.',
    back: 'Wróć do sklepu',
    again: 'Spróbuj ponownie',
  },
}
