import { nameRemedy } from '../missing-part.ts'
import type { Check } from './check.ts'

/** The bundled fonts: titles come in every script. */
export const fontsCheck: Check = {
  name: 'Fonts',
  fix: nameRemedy(),
  async run() {
    const { tryFonts } = await import('@songreel/render')
    const scripts = await tryFonts()
    const good = scripts.filter(({ uncovered }) => uncovered.length === 0).map(({ script }) => script)
    const bad = scripts.filter(({ uncovered }) => uncovered.length > 0).map(({ script }) => script)
    if (bad.length === 0) return { status: 'GOOD', text: good.join(', ') }
    return {
      status: 'PROBLEM',
      text: `no letters for ${bad.join(', ')}; good are ${good.join(', ') || 'none'}`,
    }
  },
}
