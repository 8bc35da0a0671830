import type { BatchInput, Warning } from '@songreel/contract'
import { QUALITIES } from '@songreel/render'

/** Settings that were asked for and have no effect, where they stand. */
export function listSettingsWarnings({ renders, serviceParams }: BatchInput): Warning[] {
  const shared = serviceParams?.videoSettings
  const warnings = renders.flatMap(({ videoSettings: own }, index): Warning[] => {
    const quality = own?.outputQuality ?? shared?.outputQuality
    const asked = own?.fps ?? shared?.fps
    const fixed = quality && QUALITIES[quality].fps
    if (!fixed || asked === undefined || asked === fixed) return []
    const field =
      own?.fps === undefined ? 'serviceParams.videoSettings.fps' : `renders[${index}].videoSettings.fps`
    const message = `${field} is ${asked}, but ${quality} always has ${fixed} frames per second. For ${asked}, choose another outputQuality.`
    return [{ field, message }]
  })
  return [...new Map(warnings.map((warning) => [warning.field, warning])).values()]
}
