import { type Box, splitFilm } from '@songreel/kit'
import { type Card, GAP, type Plan, setCard, setPoster } from './set-card.ts'

/** The cover and the names, in pixels of the design. */
export type LastCard = { cover: Box; names: Card & { x: number; y: number } }

/** The most that the cover takes of a wide card's width. */
const WIDE_COVER = 0.5625
/** A cover is as wide and as high as itself between these. */
const LOWEST = 0.56
const LEAST_RATIO = 0.8
/** The names of a tall card keep so much of the frame's height, and those of a square one have at most such a part of it. */
const LEAST_NAMES = 300
const NAMES_SHARE = 0.34

/** The cover and the names of the last card. */
export function planLast(plan: Plan): LastCard {
  if (plan.shape === 'WIDE') return planWideLast(plan)
  return plan.shape === 'TALL' ? planTallLast(plan) : planSquareLast(plan)
}

/** The names as large as they go above the cover, which is as wide as the frame and reaches its foot: the film's last window. */
function planTallLast(plan: Plan): LastCard {
  const { size: frame, safe, cover } = plan
  const own = (frame.width * cover.height) / cover.width
  const most = frame.height - safe.y - LEAST_NAMES
  const height = Math.max(LOWEST * frame.width, Math.min(most, own))
  const y = frame.height - height
  const card = setPoster(plan, y - safe.y - 2 * GAP)
  return {
    cover: { x: 0, y, width: frame.width, height },
    names: { ...card, x: safe.x, y: y - 2 * GAP - card.height },
  }
}

/** Above the cover, which stands in the middle and reaches the frame's foot, the names in the middle as well. */
function planSquareLast(plan: Plan): LastCard {
  const { size: frame, safe, cover } = plan
  const ratio = Math.max(LEAST_RATIO, Math.min(1 / LOWEST, cover.width / cover.height))
  const card = centreCard(setCard(plan, { width: safe.width, height: NAMES_SHARE * safe.height }))
  const { window } = splitFilm(frame, safe, { side: 'TOP', roomPx: card.height })
  const width = Math.min(frame.width, ratio * window.height)
  const height = width / ratio
  const shift = Math.max(0, (window.height - height) / 2)
  return {
    cover: { x: (frame.width - width) / 2, y: frame.height - height, width, height },
    names: { ...card, x: safe.x, y: safe.y + shift },
  }
}

/** All rows in the middle of the card. */
function centreCard(card: Card): Card {
  const { width, walls, texts } = card
  const centre = ({ left, right }: { left: number; right: number }, scale = 1) =>
    (width - scale * (left + right)) / 2
  return {
    ...card,
    walls: walls.map(({ wall, ...at }) => {
      const rows = wall.rows.map((row, i) => ({ ...row, x: centre(wall.text.lines[i]!.ink, row.scale) }))
      return { wall: { ...wall, rows }, ...at }
    }),
    texts: texts.map(({ text, y }) => ({ text, x: centre(text.ink), y })),
  }
}

/** The cover from the upper to the lower edge, on the side where reading ends; between it and the names, which stand where they did on the film, lies as much as before them. */
function planWideLast(plan: Plan): LastCard {
  const { size, safe, cover, isMirrored } = plan
  const ratio = cover.width / cover.height
  const width = Math.min(Math.max(LEAST_RATIO, ratio) * size.height, WIDE_COVER * size.width)
  const margin = isMirrored ? size.width - safe.x - safe.width : safe.x
  const room = { width: size.width - width - 2 * margin, height: 0.8 * safe.height }
  const card = setCard(plan, room)
  return {
    cover: { x: isMirrored ? 0 : size.width - width, y: 0, width, height: size.height },
    names: { ...card, x: isMirrored ? safe.x + safe.width - room.width : safe.x, y: safe.y },
  }
}
