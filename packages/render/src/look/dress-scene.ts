import type { ScenePlan } from '../scene/build-scene.ts'
import type { BrandLogos, Dressing } from '../scene/scene-brand.ts'
import { findLogoPlaces } from './find-logo-places.ts'
import { wearLogo } from './wear-logo.ts'

/** Finds the place of a logo, and its form there, by what the scene shows without it. */
export async function dressScene(plan: ScenePlan, logos: BrandLogos): Promise<Dressing> {
  const { rooms, own } = await findLogoPlaces(plan, logos)
  return wearLogo(plan, logos, { room: rooms[0], own })
}
