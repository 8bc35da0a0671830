import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { FONT_STYLES, type FontRole, type FontStyle } from './font-families.ts'
import { chooseFonts } from './fonts.ts'
import { fitText } from './text.ts'
import { setType, type TypeSetting } from './text-measure.ts'

const SIZE_PX = 48
const CANVAS_PX = 128
const PEN = { x: 40, y: 80 }

const EUROPEAN: Record<string, string[]> = {
  Vietnamese: ['ầ', 'ề', 'ễ', 'ổ', 'ằ', 'ẵ', 'ậ', 'ờ', 'ữ', 'Ầ', 'Ễ', 'Ừ'],
  Yoruba: ['ẹ̀', 'ọ́', 'Ọ̀', 'ṣ', 'm̀', 'ǹ'],
  Igbo: ['ụ́', 'ọ̀', 'ị̀', 'ṅ', 'Ụ́'],
  Navajo: ['ą́', 'ę́', 'į́', 'ǫ́', 'Ą́'],
  Lithuanian: ['ė́', 'ų̃', 'ū̃', 'm̃', 'r̃', 'į̃'],
  Marshallese: ['m̧', 'M̧', 'n̄', 'ļ̄', 'O̧'],
  Guarani: ['g̃', 'G̃', 'ỹ'],
  Pinyin: ['ǘ', 'ǚ', 'ê̄', 'ê̌', 'm̄'],
  phonetic: ['ʊ̃', 't̪', 'ɪ̯', 'ə̃', 'ŋ̊'],
  Greek: ['ᾧ', 'ἄ', 'ΐ', 'ῷ', 'ᾱ́'],
  Cyrillic: ['а́', 'и́', 'ы́', 'э̄', 'Ӣ', 'я̄', 'ю̀'],
}

/** Each has one font for all voices. */
const ASIAN: Record<string, string[]> = {
  Thai: ['ที่', 'ก๊', 'ปู่', 'น้', 'ญี่'],
  Lao: ['ທີ່', 'ກູ່', 'ນ້'],
  Hebrew: ['בָּ', 'לָ', 'בְּ'],
  Arabic: ['مَّ', 'لٌ', 'سُّ'],
  Devanagari: ['हूँ', 'कुं', 'सें'],
  Khmer: ['កុំ', 'គី'],
}

for (const [language, clusters] of Object.entries({ ...EUROPEAN, ...ASIAN })) {
  test(`${language}: every accent is seen, and stands on its own letter`, () => {
    for (const font of language in EUROPEAN ? FONT_STYLES : (['MODERN'] as const)) {
      for (const role of ['DISPLAY', 'TEXT'] as const) {
        for (const cluster of clusters) {
          const choose = (text: string) => chooseType(text, { font, role })
          checkRoom(cluster, choose)
          checkAccents(cluster, choose)
        }
      }
    }
  })
}

test('the two accents of a Vietnamese letter stay apart from each other in every voice', () => {
  for (const font of FONT_STYLES) {
    for (const role of ['DISPLAY', 'TEXT'] as const) {
      for (const letter of 'ầấễểẵậỗ') {
        const { sizePx: _, ...type } = chooseType(letter, { font, role })
        assert.equal(countPieces(letter, { ...type, sizePx: 100 }), 3, `${letter} in ${font} ${role}`)
      }
    }
  }
})

test('a title in capitals keeps its face where that can set all of it', () => {
  const families = (title: string, font: FontStyle) => chooseFonts(title, font, 'DISPLAY').families
  assert.match(families('ĐỂ MỊ NÓI CHO MÀ NGHE', 'MONO'), /^"jetbrains-mono/)
  assert.match(families('Để Mị Nói Cho Mà Nghe', 'GROTESK'), /^"bricolage-grotesque/)
  assert.doesNotMatch(families('Để Mị Nói Cho Mà Nghe', 'GROTESK'), /inter|noto/)
})

type ChooseType = (text: string) => TypeSetting

function chooseType(text: string, voice: { font: FontStyle; role: FontRole }): TypeSetting {
  const layout = fitText(text, { width: 4000, height: 400 }, { ...voice, maxSizePx: SIZE_PX })
  assert.deepEqual(layout.uncovered, [])
  return { ...layout.type, trackingPx: 0 }
}

function checkRoom(cluster: string, choose: ChooseType): void {
  const type = choose(`n${cluster}n`)
  const { left, right, advance } = paint(cluster, type)
  // Letters lean over their room, and an accent over its letter, but not by more than this.
  const air = SIZE_PX * 0.18
  const facts = `${cluster} with ${type.font.families}: ink ${left} to ${right}, room ${advance}`
  assert.ok(left >= -air && right <= advance + air, facts)
}

/** The last accent adds pixels to the letter. They are fewer than it has alone, where stacked accents are drawn smaller. */
function checkAccents(cluster: string, choose: ChooseType): void {
  const [letter, ...marks] = cluster.normalize('NFD')
  // The dot of an i goes when the accent comes, so there is nothing to count.
  if (/\p{Soft_Dotted}/u.test(letter!) || marks.length === 0) return
  const mark = marks.pop()!
  const without = [letter, ...marks].join('').normalize('NFC')
  const single = `${letter}${mark}`.normalize('NFC')
  const type = choose([cluster, without, single, letter].join(' '))
  const area = (text: string) => paint(text, type).area
  const grown = area(cluster) - area(without)
  const alone = area(single) - area(letter!)
  const facts = `${cluster} with ${type.font.families}: ${mark} adds ${grown} of ${alone} pixels`
  assert.ok(alone > 0 && grown > alone * 0.15, facts)
}

/** Where the ink of a text is, seen from the pen, and how much of it there is. */
function paint(text: string, type: TypeSetting) {
  ctx.clearRect(0, 0, CANVAS_PX, CANVAS_PX)
  setType(ctx, type)
  ctx.fillText(text, PEN.x, PEN.y)
  const { data } = ctx.getImageData(0, 0, CANVAS_PX, CANVAS_PX)
  let [left, right, area] = [CANVAS_PX, 0, 0]
  for (let at = 3; at < data.length; at += 4) {
    if (data[at]! < 64) continue
    const x = ((at - 3) / 4) % CANVAS_PX
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    area += data[at]! / 255
  }
  return {
    left: left - PEN.x,
    right: right - PEN.x,
    area: Math.round(area),
    advance: ctx.measureText(text).width,
  }
}

/** How many separate pieces of ink a text has. */
function countPieces(text: string, type: TypeSetting): number {
  const width = 2 * CANVAS_PX
  const large = createCanvas(width, width).getContext('2d')
  setType(large, type)
  large.fillText(text, CANVAS_PX / 2, CANVAS_PX * 1.5)
  const { data } = large.getImageData(0, 0, width, width)
  const ink = new Set<number>()
  for (let at = 0; at < width * width; at++) if (data[at * 4 + 3]! >= 128) ink.add(at)
  let pieces = 0
  for (const start of ink) {
    pieces++
    const open = [start]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (ink.delete(at)) open.push(at - 1, at + 1, at - width, at + width)
    }
  }
  return pieces
}

const ctx: SKRSContext2D = createCanvas(CANVAS_PX, CANVAS_PX).getContext('2d')
