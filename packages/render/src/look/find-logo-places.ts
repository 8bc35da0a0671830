import { importTemplate } from '@songreel/kit/core'
import { createCover } from '@songreel/kit/drawing'
import { type LogoMeasure, measureLogo } from '@songreel/kit/input'
import { type ScenePlan, setupInput } from '../scene/build-scene.ts'
import type { BrandLogos } from '../scene/scene-brand.ts'
import type { OwnGrounds } from './choose-logo-form.ts'
import { openProbe } from './cover-probe.ts'
import type { LogoRoom } from './find-logo-room.ts'
import { chooseMoments, findRooms, planSmall } from './find-rooms.ts'
import { measureGround } from './measure-ground.ts'

/** Where a logo may stand, the best place first; or where the look shows it itself. */
export type LogoPlaces = { rooms: LogoRoom[]; own?: OwnGrounds }

/** Looks for a logo's place; a look that has one of its own gets no other. */
export async function findLogoPlaces(plan: ScenePlan, logos: BrandLogos): Promise<LogoPlaces> {
  const own = await measureOwn(plan, logos)
  return own ? { rooms: [], own } : { rooms: await findRooms(plan, logos) }
}

/** How light a look is where it shows the logo: it is set up with all of its room, and without the logo. */
async function measureOwn(plan: ScenePlan, { plain }: BrandLogos): Promise<OwnGrounds | undefined> {
  const template = await importTemplate(plan.templateUrl)
  if (!template?.placeLogos) return undefined
  const small = reserveLogo(planSmall(plan), measureLogo(plain.picture))
  const places = Object.entries(template.placeLogos({ ...setupInput(small, template) }))
  if (places.length === 0) return undefined
  const { some } = chooseMoments(small, 'ALWAYS')
  const probe = await openProbe(small, { image: createCover(small.cover).image })
  const lumas = some.map((frameIndex) => probe.drawLuma(frameIndex))
  probe.close()
  const { size } = small
  return Object.fromEntries(places.map(([name, box]) => [name, measureGround({ size, lumas }, box).tone]))
}

/** A scene whose look keeps room for a logo of this form, and draws none. */
export function reserveLogo(plan: ScenePlan, size: LogoMeasure): ScenePlan {
  const ownLogo = { size, opacity: 1, forms: {} }
  return { ...plan, brand: { ...(plan.brand ?? { fonts: {} }), ownLogo } }
}
