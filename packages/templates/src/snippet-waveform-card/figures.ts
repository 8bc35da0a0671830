import {
  drawWord,
  type FontStyle,
  findWords,
  fitText,
  type Size,
  type TextLayout,
  type TextWord,
} from '@songreel/kit'

type Canvas = Parameters<typeof drawWord>[0]

/** A text whose figures all have one width, and where each of its characters is drawn, from its left end on its baseline. */
export type Figures = {
  width: number
  ascent: number
  draw(ctx: Canvas, x: number, baseline: number, fill: string): void
}

/** Sets a time in the text face. Its figures stand in slots of the widest one's width, or the time would tremble as it counts. */
export function setFigures(text: string, sizePx: number, font: FontStyle): Figures {
  const slotPx = Math.max(...[...'0123456789'].map((figure) => setCharacter(figure, sizePx, font).width))
  let width = 0
  const places = [...text].map((character) => {
    const set = setCharacter(character, sizePx, font)
    const slot = /\d/.test(character) ? slotPx : set.width
    const x = width + (slot - set.width) / 2
    width += slot
    return { x, ...set }
  })
  return {
    width,
    ascent: Math.max(...places.map(({ ascent }) => ascent)),
    draw: (ctx, x, baseline, fill) => {
      for (const { word, layout, x: place } of places)
        if (word) drawWord(ctx, layout, word, { x: x + place - word.left, y: baseline - word.baseline, fill })
    },
  }
}

/** The room that a time takes in type of this size. */
export function measureClock(sizePx: number, font: FontStyle): Size {
  const { width, ascent } = setFigures('0:00 / 0:00', sizePx, font)
  return { width, height: ascent }
}

type Character = { layout: TextLayout; word: TextWord | undefined; width: number; ascent: number }

/** A space of a slender face is too little around a stroke. */
const SPACE = 0.3

function setCharacter(text: string, sizePx: number, font: FontStyle): Character {
  const room = { width: 4 * sizePx, height: 4 * sizePx }
  const layout = fitText(text, room, { font, role: 'TEXT', align: 'LEFT', maxSizePx: sizePx, maxLines: 1 })
  const [word] = findWords(layout)
  if (!word) return { layout, word, width: SPACE * sizePx, ascent: 0 }
  return { layout, word, width: word.right - word.left, ascent: word.baseline - layout.ink.top }
}
