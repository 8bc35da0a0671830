import { join } from 'node:path'
import type { RenderPlan } from '../src/plan/render-plan.ts'

/** A plan for a tiny silent video of the unruly template; tests name only what they are about. */
export function anUnrulyPlan(folder: string, changes: Partial<RenderPlan> = {}): RenderPlan {
  return {
    template: { contentId: 'TEST_UNRULY', url: new URL('./unruly-template.ts', import.meta.url).href },
    data: {},
    size: { width: 160, height: 90 },
    fps: 30,
    quality: 'PREVIEW',
    format: 'MP4',
    files: { clips: [] },
    excerpt: null,
    song: { title: 'Tin Lanterns', artist: 'Odalys Wren', album: 'Harbour EP' },
    theme: 'DARK',
    seed: 1,
    folder,
    outFile: join(folder, 'out', 'video.mp4'),
    threads: 1,
    watermark: false,
    ...changes,
  }
}

/** A plan for a tiny video of the fixture template with this song. */
export function aFixturePlan(folder: string, audio: string, changes: Partial<RenderPlan> = {}): RenderPlan {
  return anUnrulyPlan(folder, {
    template: { contentId: 'TEST_FIXTURE', url: new URL('./fixture-template.ts', import.meta.url).href },
    files: { audio, clips: [] },
    ...changes,
  })
}
