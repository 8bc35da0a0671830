import { registerHooks } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { blameTemplate, importTemplate, RenderError } from '@songreel/kit/core'
import type { Scene } from '@songreel/kit/drawing'
import type { Template } from '@songreel/kit/input'
import sharp from 'sharp'
import { z } from 'zod'
import { toFailureReport } from '../failure-report.ts'
import { dressScene } from '../look/dress-scene.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { buildScene } from '../scene/build-scene.ts'
import { type PreparedScene, prepareScene } from '../scene/prepare-scene.ts'
import type { StudioFrame, StudioQuestion, StudioResponse, StudioTemplate } from './studio-messages.ts'

// Draws a template while its files change. Cover, song and analysis are kept; only the template is loaded anew.

const { folderUrl } = workerData as { folderUrl: string }
const port = parentPort!
/** Every shape of a template, and a few more data. */
const MOST_SCENES = 24

const prepared = new Map<string, PreparedScene>()
const scenes = new Map<string, Scene>()
let drawnUrl = ''

// A module is loaded once per address: a new state of the folder has new addresses, for all of its modules.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const state = /\?state=\d+$/.exec(context.parentURL ?? '')?.[0]
    return state && found.url.startsWith(folderUrl) ? { ...found, url: found.url + state } : found
  },
})

port.on('message', async (question: StudioQuestion) => {
  const { id } = question
  try {
    const template = await load(question.url)
    if (question.kind === 'describe') post({ id, template: describe(template) })
    else post({ id, frame: await draw(template, question) })
  } catch (error) {
    post({ id, failure: toFailureReport(error) })
  }
})

async function load(url: string): Promise<Template> {
  const template = await importTemplate(url).catch((error: unknown) => {
    throw blameTemplate(error, { contentId: 'The template', url, doing: 'to load' })
  })
  if (!template) throw new RenderError('UNKNOWN_CONTENT', 'template.ts exports no `template`.')
  return template
}

function describe(template: Template): StudioTemplate {
  const { contentId, title, description, aspectRatios, backgrounds, needs, defaults, example } = template
  const schema = z.toJSONSchema(template.requiredData, { io: 'input' })
  return { contentId, title, description, aspectRatios, backgrounds, needs, defaults, example, schema }
}

async function draw(
  template: Template,
  { url, plan, atSecs }: Extract<StudioQuestion, { kind: 'draw' }>,
): Promise<StudioFrame> {
  if (url !== drawnUrl || scenes.size > MOST_SCENES) closeScenes()
  drawnUrl = url
  const data = template.requiredData.safeParse(plan.data)
  if (data.error) {
    const [issue] = data.error.issues
    throw new RenderError('TEMPLATE_DATA_INVALID', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const ready = await prepare(template, { ...plan, data: data.data, template: { ...plan.template, url } })
  const key = namePlan(template, plan)
  const scene = scenes.get(key) ?? (await buildScene({ ...ready.scene, templateUrl: url }))
  scenes.set(key, scene)
  const index = Math.max(0, Math.min(scene.frameCount - 1, Math.floor(atSecs * scene.fps + 1e-6)))
  scene.draw(index)
  const { width, height } = scene.size
  const pixels = sharp(Buffer.from(scene.readRgb()), { raw: { width, height, channels: 3 } })
  const png = await pixels.png({ compressionLevel: 1 }).toBuffer()
  const { startSecs } = ready.excerpt
  const { fps } = scene
  return { png, secs: index / fps, fps, startSecs, durationSecs: scene.frameCount / fps }
}

/** What does not depend on how the template draws is prepared once; where there is room for a logo does. */
async function prepare(template: Template, plan: RenderPlan): Promise<PreparedScene> {
  const key = namePlan(template, plan) + (plan.brand ? plan.template.url : '')
  const known = prepared.get(key)
  if (known) return known
  if (prepared.size > MOST_SCENES) prepared.clear()
  const made = await prepareScene(plan, { dress: dressScene })
  prepared.set(key, made)
  return made
}

/** All of a plan but where its template is now, and what the template says about itself: whatever is another there is prepared anew. */
function namePlan({ defaults, needs, backgrounds }: Template, { template: _, ...plan }: RenderPlan): string {
  return JSON.stringify([plan, defaults, needs, backgrounds])
}

function closeScenes(): void {
  for (const scene of scenes.values()) scene.close()
  scenes.clear()
}

function post(response: StudioResponse): void {
  port.postMessage(response)
}
