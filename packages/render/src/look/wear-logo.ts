import { type LogoCorner, luminance, measureLogo, parseHex } from '@songreel/kit/input'
import type { RenderWarning } from '../plan/render-plan.ts'
import type { ScenePlan } from '../scene/build-scene.ts'
import type { BrandLogos, Dressing } from '../scene/scene-brand.ts'
import { chooseLogoForm, type OwnGrounds, type TypeTone } from './choose-logo-form.ts'
import type { LogoRoom } from './find-logo-room.ts'

/** What was found for a logo: a corner, or the places that the look itself has for it. */
type Found = { room: LogoRoom | undefined; own?: OwnGrounds | undefined }

/** A logo in the room that was found for it. */
export function wearLogo(plan: ScenePlan, logos: BrandLogos, { room, own }: Found): Dressing {
  const text = readType(plan)
  const card = luminance(parseHex(plan.cover.palette.background))
  const cardLogo = chooseLogoForm(logos, { mean: card, dark: card, light: card }, text).form
  if (own) return { ...wearOwn(logos, own, text), cardLogo }
  if (!room) return { cardLogo, warnings: [warnLeftOut(plan)] }
  const { wish } = logos
  const { corner, heightPx, slide } = room
  const { form, warning } = chooseFormIn(room, logos, text)
  const isMoved = wish.place !== 'AUTO' && wish.place !== corner
  return {
    logo: { ...form, corner, heightPx, slide, opacity: wish.opacity, shows: wish.shows },
    cardLogo,
    warnings: [...(isMoved ? [warnMoved(wish.place, corner)] : []), ...(warning ? [warning] : [])],
  }
}

/** Tells whether a logo beside such type has to lie on a plate in a place. */
export function askForPlate(logos: BrandLogos, text: TypeTone): (room: LogoRoom) => boolean {
  return (room) => chooseFormIn(room, logos, text).form.plate !== undefined
}

function chooseFormIn({ tone, onPattern, isBusy }: LogoRoom, logos: BrandLogos, text: TypeTone) {
  return chooseLogoForm(logos, tone, text, { onPattern: onPattern || isBusy })
}

/** The look says where, how large and when it shows the logo; on each of its grounds it has the form that is seen there. */
function wearOwn(logos: BrandLogos, own: OwnGrounds, text: TypeTone): Pick<Dressing, 'ownLogo' | 'warnings'> {
  const chosen = Object.entries(own).map(([name, tone]) => [name, chooseLogoForm(logos, tone, text)] as const)
  const forms = Object.fromEntries(chosen.map(([name, { form }]) => [name, form]))
  const warnings = new Map(chosen.flatMap(([, { warning }]) => (warning ? [[warning.code, warning]] : [])))
  return {
    ownLogo: { size: measureLogo(logos.plain.picture), opacity: logos.wish.opacity, forms },
    warnings: [...warnings.values()],
  }
}

/** The type that stands beside a logo; a brand's plates are of its own ground, its type or its accent. */
export function readType({ cover: { palette } }: ScenePlan): TypeTone {
  const { text, background, accent, hasBrandGround } = palette
  const read = (colour: string) => ({ colour, luminance: luminance(parseHex(colour)) })
  return { ...read(text), ...(hasBrandGround && { plates: [background, text, accent].map(read) }) }
}

const CORNER_NAMES: Record<LogoCorner, string> = {
  TOP_LEFT: 'top left',
  TOP_RIGHT: 'top right',
  BOTTOM_LEFT: 'bottom left',
  BOTTOM_RIGHT: 'bottom right',
}

function warnMoved(wished: LogoCorner | 'AUTO', used: LogoCorner): RenderWarning {
  const place = wished === 'AUTO' ? 'there' : `at the ${CORNER_NAMES[wished]}`
  const message = `Type or the subject of the cover stands ${place}, so the logo stands at the ${CORNER_NAMES[used]}.`
  return { code: 'BRAND_LOGO_MOVED', message }
}

function warnLeftOut({ brand }: ScenePlan): RenderWarning {
  const where = brand?.endCard ? ' It is on the end card.' : ''
  const message = `No corner is free of type and of the cover's subject, so the logo was left out.${where}`
  return { code: 'BRAND_LOGO_LEFT_OUT', message }
}
