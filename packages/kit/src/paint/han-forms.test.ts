import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHanForms } from './han-forms.ts'

const KNOWN = {
  SC: ['爱情', '汉字', '东京', '青花瓷', '你的名字是我见过最短的情诗'],
  TC: ['愛情', '漢字', '東京', '告白氣球', '體面', 'ㄅㄆㄇ'],
  JP: ['夜に駆ける', '残酷な天使', '駅前', '気分', '浜辺', 'カタカナ漢字'],
  KR: ['사랑', '봄날 春'],
} as const

for (const [forms, texts] of Object.entries(KNOWN)) {
  test(`${texts.join(', ')}: ${forms}`, () => {
    for (const text of texts) assert.equal(findHanForms(text), forms, text)
  })
}

test('a given language decides', () => {
  assert.equal(findHanForms('夜', 'ja'), 'JP')
  assert.equal(findHanForms('夜', 'zh-TW'), 'TC')
  assert.equal(findHanForms('夜', 'zh-Hant'), 'TC')
  assert.equal(findHanForms('夜', 'zh'), 'SC')
  assert.equal(findHanForms('夜', 'ko-KR'), 'KR')
  assert.equal(findHanForms('愛', 'en'), 'TC')
})
