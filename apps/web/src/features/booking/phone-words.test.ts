import { expect, test } from 'vitest'
import { phoneWords } from './phone-words.ts'

const plain = (text: string): string => text.replace(/\u00a0/g, ' ')

test.each([
  ['+74951204418', '+7 495 120-44-18'],
  ['+493012345670', '+49 30 1234 5670'],
  ['+4930123456', '+49 30 1234 56'],
  ['+498912345678', '+49 89 1234 5678'],
  ['+495211234567', '+49 521 1234 567'],
  ['+48221234567', '+48 22 123 45 67'],
  ['+7 495 120-44-18', '+7 495 120-44-18'],
  ['+15551234567', '+15551234567'],
  ['112', '112'],
])('%s is read out as %s', (phone, words) => expect(plain(phoneWords(phone))).toBe(words))
